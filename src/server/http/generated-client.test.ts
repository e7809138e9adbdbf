import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oazapfts } from 'oazapfts'
import { expect, test } from 'vitest'
import { makeToken } from '../../../test/tokens.ts'
import { uploadApp } from '../../../test/uploads.ts'

const root = join(import.meta.dirname, '../../..')
/** Within the project, so that the client finds its library. */
const folder = join(root, 'test-results/generated-client')

/** A program of a stranger. Each line that is expected to be an error is one that an untyped client would accept. */
const program = `
import * as client from './client.ts'

export async function work(baseUrl: string, token: string) {
  Object.assign(client.defaults, { baseUrl, headers: { authorization: \`Bearer \${token}\` } })
  const made = await client.tasksCreate({ newTask: { title: 'Write the report', labels: ['docs'] } })
  if (made.status !== 201) throw new Error(made.data.message)
  const { _id: id, version, status }: { _id: string; version: number; status: 'Pending' | 'In Progress' | 'Completed' } = made.data.task
  const update = (title: string) => client.tasksUpdate({ id, ifMatch: \`"\${version}"\`, taskChange: { title } })
  const first = await update('Write the whole report')
  const second = await update('Write another report')
  const fields = second.status === 412 ? second.data.conflicts.flatMap((conflict) => conflict.fields) : []
  const uploaded = await client.filesUpload({ id, body: { file: new File(['the bytes'], 'report.txt') } })
  const missing = await client.tasksFind({ id: '999' })
  const code = missing.status === 404 ? missing.data.code : undefined
  return { status, statuses: [first.status, second.status, uploaded.status, missing.status], fields, code }
}

export async function wrong() {
  // @ts-expect-error A title is a text.
  await client.tasksCreate({ newTask: { title: 12 } })
  // @ts-expect-error There is no such field.
  await client.tasksUpdate({ id: '1', taskChange: { titel: 'x' } })
  // @ts-expect-error An upload has a file.
  await client.filesUpload({ id: '1' })
  const found = await client.tasksFind({ id: '1' })
  // @ts-expect-error A refusal has no task.
  if (found.status === 404) return found.data.task
  // @ts-expect-error A task has no such field.
  if (found.status === 200) return found.data.task.titel
}
`

test('a client that a generator makes from the description is typed where it matters, and works', {
  tags: 'long',
}, async () => {
  const app = await uploadApp()
  const { token } = await makeToken(app.as('ana'))
  mkdirSync(folder, { recursive: true })
  const source = await oazapfts(`${app.origin}/openapi.json`, { argumentStyle: 'object' })
  writeFileSync(join(folder, 'client.ts'), source)
  writeFileSync(join(folder, 'program.ts'), program)
  const options = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    allowImportingTsExtensions: true,
    skipLibCheck: true,
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, lib: ['es2025', 'dom'] } }),
  )
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(compiled.stdout).toBe('')
  const { work } = await import(join(folder, 'program.ts'))
  expect(await work(app.origin, token)).toEqual({
    status: 'Pending',
    statuses: [200, 412, 201, 404],
    fields: ['title'],
    code: 'not_found',
  })
})
