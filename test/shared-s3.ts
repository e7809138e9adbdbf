import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { availableS3, type S3Server } from './s3.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the S3 server that all tests of this run share. The first request starts it. */
    sharedS3: string
  }
}

/** Most runs of single tests need no S3 server, so it is started by the first test that asks for it. */
export default async function setup(project: TestProject) {
  let starting: ReturnType<typeof availableS3> | undefined
  const desk = createServer(async (_, response) => {
    starting ??= availableS3()
    const { url, env } = await starting.catch((error) => ({ url: '', env: { error: String(error) } }))
    response.end(JSON.stringify({ url, env } satisfies S3Server))
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('sharedS3', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    const server = await starting?.catch(() => undefined)
    await server?.stop()
  }
}
