import { expect, test } from 'vitest'
import { type OpenApi, type Operation, openApiClient, resolved } from '../../../test/openapi-client.ts'
import { makeToken } from '../../../test/tokens.ts'
import { uploadApp } from '../../../test/uploads.ts'
import { apiCalls } from '../../contract/calls/api.ts'

async function world() {
  const app = await uploadApp()
  const document: OpenApi = (await app.app.inject('/openapi.json')).json()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, path, method, ...operation })),
  )
  return { ...app, document, operations }
}

/** Every reference in a document. */
function references(value: unknown): { $ref: string }[] {
  if (value === null || typeof value !== 'object') return []
  const own = '$ref' in value ? [value as { $ref: string }] : []
  return [...own, ...Object.values(value).flatMap(references)]
}

test('the description of the API keeps the rules that generators of clients need', async () => {
  const { document, operations } = await world()
  expect(operations).toHaveLength(apiCalls.length)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(apiCalls.length)
  const tags = document.tags.map(({ name }) => name)
  const schemes = Object.keys(document.components.securitySchemes ?? {})
  const problems = operations.flatMap((operation) => problemsOf(operation, tags, schemes, document))
  expect(problems).toEqual([])
  const found = references(document)
  expect(found.length).toBeGreaterThan(200)
  for (const one of found) expect(resolved(document, one), one.$ref).toBeTypeOf('object')
  const used = new Set(found.map(({ $ref }) => $ref))
  const unused = Object.keys(document.components.schemas ?? {}).filter(
    (name) => !used.has(`#/components/schemas/${name}`),
  )
  expect(unused).toEqual([])
  // A generated client with a type `File` of its own could not name the file of an upload.
  expect(Object.keys(document.components.schemas ?? {}).filter((name) => name in globalThis)).toEqual([])
})

function problemsOf(
  operation: Operation & { name: string; path: string; method: string },
  tags: string[],
  schemes: string[],
  document: OpenApi,
): string[] {
  const { name, path, operationId, summary, description, security, responses } = operation
  const parameters = (operation.parameters ?? []).map((one) => resolved(document, one) as { name: string; in: string })
  const inPath = parameters.filter((one) => one.in === 'path').map((one) => one.name)
  const call = apiCalls.find((one) => name === `${one.method.toLowerCase()} ${one.path.replace(/:(\w+)/g, '{$1}')}`)
  const takesBody = call?.schema.body !== undefined || call?.schema.sent !== undefined
  const rules: [string, boolean][] = [
    ['has an operationId for programs', /^[a-z][A-Za-z]+$/.test(operationId ?? '')],
    ['has a summary of one sentence', Boolean(summary) && !summary.endsWith('.')],
    ['has a description', Boolean(description)],
    ['has tags that are defined', operation.tags.length > 0 && operation.tags.every((tag) => tags.includes(tag))],
    ['states its security', security?.every((one) => Object.keys(one).every((key) => schemes.includes(key))) ?? false],
    [
      'declares the parameters of its path',
      inPath.join() === [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => one).join(),
    ],
    ['declares its body', takesBody === (operation.requestBody !== undefined)],
    [
      'describes a response that is no error, or is never answered',
      Object.keys(responses).some((code) => /^([23]|405)/.test(code)),
    ],
    ['describes refusals and failures', '429' in responses && '503' in responses],
    [
      'describes its result',
      call?.schema.result === undefined || JSON.stringify(responses).includes('application/json'),
    ],
    [
      'declares If-Match',
      call?.schema.takesVersion === parameters.some((one) => one.name === 'If-Match') || !call?.schema.takesVersion,
    ],
  ]
  return rules.flatMap(([rule, isKept]) => (isKept ? [] : [`${name}: ${rule}`]))
}

/** A part of a day of a program, with nothing but the document. */
async function workWithApi(document: OpenApi, { origin }: { origin: string }, token: string) {
  const call = openApiClient(document, origin, { authorization: `Bearer ${token}` })
  const { body: made } = await call('tasksCreate', { body: { title: 'Write the report', labels: ['docs'] } })
  const path = { id: made.task._id as string }
  const update = (version: number, title: string) =>
    call('tasksUpdate', { path, header: { 'If-Match': `"${version}"` }, body: { title } })
  const statuses = [
    (await update(made.task.version, 'Write the whole report')).status,
    (await update(made.task.version, 'Write another report')).status,
  ]
  const form = new FormData()
  form.set('file', new File(['the bytes'], 'report.txt', { type: 'text/plain' }))
  const { body: uploaded } = await call('filesUpload', { path, body: form })
  const file = await call('filesDownload', { path: { ...path, file: uploaded.file._id } })
  const { body: list } = await call('tasksList', { query: { label: 'docs' } })
  await call('tasksFind', { path })
  await call('historyOfTask', { path, query: { limit: '10' } })
  await call('viewsCreate', { body: { name: 'Docs', address: '/list?label=docs' } })
  await call('viewsList')
  await call('tokensWhoami')
  await call('historyUndo', { body: {} })
  const missing = await call('tasksFind', { path: { id: '999' } })
  return { statuses, file: file.body, titles: list.tasks.map((task: { title: string }) => task.title), missing }
}

test('a client that is generated from the description can use the API', async () => {
  const app = await world()
  const { token } = await makeToken(app.as('ana'))
  expect(await workWithApi(app.document, app, token)).toEqual({
    statuses: [200, 412],
    file: 'the bytes',
    titles: ['Write the whole report'],
    missing: { status: 404, body: { message: expect.any(String), code: 'not_found' } },
  })
})

test('a wrong description is noticed by that client', async () => {
  const app = await world()
  const { token } = await makeToken(app.as('ana'))
  const wrong: [string, (text: string) => string][] = [
    ['/task/title', (text) => text.replace('"title":{"type":"string"', '"title":{"type":"integer"')],
    ['There is no operation tasksUpdate', (text) => text.replace('"tasksUpdate"', '"tasksChange"')],
    ['declares no header parameter if-match', (text) => text.replaceAll('"name":"If-Match"', '"name":"If-Other"')],
    ['filesUpload declares no such body', (text) => text.replace('multipart/form-data":', 'text/plain":')],
    ['declares no response with', (text) => text.replaceAll(/"404":/g, '"418":')],
    ['/file', (text) => text.replace('"sha256":{', '"sha512":{')],
  ]
  for (const [problem, change] of wrong) {
    const document = JSON.parse(change(JSON.stringify(app.document)))
    await expect(workWithApi(document, app, token), problem).rejects.toThrow(problem)
  }
})
