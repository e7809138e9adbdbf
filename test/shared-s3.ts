import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type S3Server, startS3 } from './s3.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the S3 server that all tests of this run share. The first request starts it. */
    sharedS3: string
  }
}

/** Most runs of single tests need no S3 server, so it is started by the first test that asks for it. */
export default async function setup(project: TestProject) {
  let server: (S3Server & { stop?: () => Promise<void> }) | undefined
  let starting: Promise<S3Server> | undefined
  const start = async () => {
    server = given(process.env.TEST_S3_URL) ?? (await startS3())
    return server
  }
  const desk = createServer(async (_, response) => {
    starting ??= start()
    const { url, env } = await starting.catch((error) => ({ url: '', env: { error: String(error) } }))
    response.end(JSON.stringify({ url, env } satisfies S3Server))
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('sharedS3', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.close()
    await starting?.catch(() => undefined)
    await server?.stop?.()
  }
}

/** The server that TEST_S3_URL names, with the credentials of the environment. */
function given(url: string | undefined): S3Server | undefined {
  if (!url) return undefined
  const names = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN', 'AWS_REGION']
  return {
    url,
    env: Object.fromEntries(names.flatMap((name) => [[name, process.env[name] ?? '']].filter(([, v]) => v))),
  }
}
