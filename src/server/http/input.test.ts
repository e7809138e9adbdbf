import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { listTasks, taskInput } from '../../../test/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { formats } from './input.ts'

/** A task as JSON, with the title exactly as given. */
const withTitle = (escaped: string) => JSON.stringify(taskInput()).replace('Write the tests', () => escaped)

/** Ana, and a function that sends a task as raw JSON. */
async function world(engine: Engine = 'sqlite') {
  const ana = (await testApp({ engine })).as('ana')
  const create = (payload: string | Buffer, type = 'application/json', url = '/tasks/createTask') =>
    ana.send('POST', url, payload, { headers: { 'content-type': type } })
  return { ana, create }
}

test.for([
  ['title', false],
  ['description', true],
] as const)('the format %s counts characters after trimming', ([name, mayBeEmpty]) => {
  const most = taskLimits[name]
  for (const letter of ['a', 'ß', '漢', '🙂']) {
    expect(formats[name](letter)).toBe(true)
    expect(formats[name](letter.repeat(most))).toBe(true)
    expect(formats[name](` \n${letter.repeat(most)}\t `)).toBe(true)
    expect(formats[name](letter.repeat(most + 1))).toBe(false)
  }
  for (const nothing of ['', ' ', '\t\r\n', '\u00a0\u2003\ufeff']) expect(formats[name](nothing)).toBe(mayBeEmpty)
})

test('the format day accepts either form of an existing day', () => {
  expect(['2026-11-14', '2026-11-14T00:00:00.000Z'].map(formats.day)).toEqual([true, true])
  expect(['2026-02-30', '2026-11-14T00:00:00Z', 'tomorrow', ''].map(formats.day)).toEqual([false, false, false, false])
})

const torn = 'The input contains an incomplete character (an unpaired surrogate).'
const nul = 'The input contains a NUL character, which is not allowed.'

test('NUL and lone surrogates are refused in every notation', async () => {
  const { ana, create } = await world()
  const refused = [
    ['a\\u0000b', nul],
    ['\\\\\\u0000', nul],
    ['\\ud83d', torn],
    ['\\ude00', torn],
    ['\\ud83d and \\ude00', torn],
    ['\\ude00\\ud83d', torn],
    ['\\ud83d\\ud83d\\ude00', torn],
    ['\\uD83D\\uDE00\\uDE00', torn],
    ['\\ud83d\\\\\\ude00', torn],
  ] as const
  for (const [escaped, message] of refused) {
    const { status, body } = await create(withTitle(escaped))
    expect([escaped, status, body]).toEqual([escaped, 400, { message, code: 'invalid_input' }])
  }
  expect(await listTasks(ana)).toEqual([])
})

test.for(engines)('%s: every valid text is stored and returned unchanged', async (engine) => {
  const { ana, create } = await world(engine)
  const kept = [
    ['\\ud83d\\ude00', '😀'],
    ['\\uD83D\\uDE00\\ud83d\\ude00', '😀😀'],
    ['\\\\u0000', '\\u0000'],
    ['\\\\ud83d', '\\ud83d'],
    ['\\\\\\\\u0000', '\\\\u0000'],
    ['\\u0001\\u007f\\uffff', '\u0001\u007f\uffff'],
    ['e\\u0301 \\u202e\\u200d', 'e\u0301 \u202e\u200d'],
    ['$1 %s ? \'\\"; drop table tasks; --', '$1 %s ? \'"; drop table tasks; --'],
  ] as const
  for (const [escaped, title] of kept) {
    const { status, body } = await create(withTitle(escaped))
    expect([status, body.task?.title]).toEqual([201, title])
    expect((await ana.get(`/tasks/task/${body.task._id}`)).body.title).toBe(title)
    expect((await listTasks(ana))[0]?.title).toBe(title)
  }
})

test('invalid UTF-8 becomes replacement characters and causes no error', async () => {
  const { create } = await world()
  const { status, body } = await create(Buffer.from(withTitle('\xed\xa0\x80'), 'latin1'))
  expect([status, body.task.title]).toEqual([201, '\ufffd\ufffd\ufffd'])
})

test('NUL in a URL is refused', async () => {
  const { ana } = await world()
  for (const url of ['task/%00', 'task/1%00', 'getTasks?status=%00', 'getTasks?%00=1']) {
    const { status, body } = await ana.get(`/tasks/${url}`)
    expect([url, status, body]).toEqual([url, 400, { message: nul, code: 'invalid_input' }])
  }
})

test('JSON that sets a prototype, is incomplete, is nested too deeply or is not an object is refused', async () => {
  const { ana, create } = await world()
  const inTask = (field: string) => `{"title":"a","description":"b","dueDate":"2026-11-14",${field}}`
  const refused = [
    inTask('"__proto__":{"status":"Completed"}'),
    inTask('"\\u005f_proto__":{"status":"Completed"}'),
    inTask('"constructor":{"prototype":{"status":"Completed"}}'),
    `{"tasks":[${inTask('"__proto__":null')}]}`,
    inTask('"toString":1'),
    '['.repeat(100_000),
    '['.repeat(100_000) + ']'.repeat(100_000),
    inTask(`"title":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    ...['1', '"task"', 'null', '', '{"title":', '{}{}', '{/* */}', '\ufeff', inTask('"priority":1e999')],
  ]
  for (const payload of refused) {
    for (const url of ['/tasks/createTask', '/tasks/bulkCreateTasks']) {
      const { status, body } = await create(payload, 'application/json', url)
      const shown = payload.slice(0, 80)
      expect([shown, status, body]).toEqual([shown, 400, { message: expect.any(String), code: 'invalid_input' }])
    }
  }
  expect(await listTasks(ana)).toEqual([])
})

test('a body of more than 256 KiB is refused, or of more than 2 MiB for many tasks or a picture', async () => {
  const { ana, create } = await world()
  const kib = 1024
  for (const [method, url, most] of [
    ['POST', '/tasks/createTask', 256 * kib],
    ['POST', '/auth/login', 256 * kib],
    ['POST', '/nowhere', 256 * kib],
    ['POST', '/tasks/bulkCreateTasks', 2 * kib * kib],
    ['PUT', '/auth/picture', 2 * kib * kib],
  ] as const) {
    const send = async (length: number) => {
      const payload = JSON.stringify({ a: 'a'.repeat(length - 8) })
      const { status, body } = await ana.send(method, url, payload, { headers: { 'content-type': 'application/json' } })
      return [url, status, body.code]
    }
    expect(await send(most + 1)).toEqual([url, 413, 'too_large'])
    expect(await send(most)).toEqual([url, url === '/nowhere' ? 404 : 400, expect.any(String)])
  }
  const emoji = '\\ud83d\\ude42'
  const longest = JSON.stringify(taskInput({ description: 'D' })).replace(
    '"D"',
    `"${emoji.repeat(taskLimits.description)}"`,
  )
  expect((await create(longest)).status).toBe(201)
})

test('concurrent large bodies of one caller are not all parsed in one turn', async () => {
  const order: string[] = []
  const { app } = await testApp({
    extend: (server) => {
      server.post('/thing', (request) => {
        order.push(request.ip)
        // As long as it takes to validate a large body.
        const end = performance.now() + 50
        while (performance.now() < end);
        return 'done'
      })
    },
  })
  const payload = { text: 'a'.repeat(200_000) }
  const send = (remoteAddress: string) => app.inject({ method: 'POST', url: '/thing', payload, remoteAddress })
  const answers = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map(send)
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200)
  expect(order).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.1', '192.0.2.1'])
})

test('only application/json is accepted', async () => {
  const { create } = await world()
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/json;']) {
    expect([type, (await create(withTitle('a'), type)).status]).toEqual([type, 201])
  }
  const wrong = [
    ...['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'application/jsonx', 'application/xml'],
    ...['application/octet-stream', 'multipart/mixed; boundary=x', ' ', 'nonsense'],
  ]
  for (const type of wrong) {
    const { status, body } = await create(withTitle('a'), type)
    const refusal = { message: 'Send the body as application/json.', code: 'wrong_type' }
    expect([type, status, body]).toEqual([type, 415, refusal])
  }
})
