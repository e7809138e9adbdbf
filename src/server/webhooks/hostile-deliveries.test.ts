import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { connectForge, hashOf } from '../../../test/forges.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { Delivery } from '../../contract/schemas/webhooks.ts'
import { findingsIn, maxFindings } from './findings.ts'
import { parseJson } from './json.ts'
import { maxCommits, readPayload, type Told } from './payloads.ts'

const repository = { full_name: 'ana/project', html_url: 'https://github.com/ana/project', default_branch: 'main' }
const push = (commits: unknown) => ({ ref: 'refs/heads/main', after: hashOf('x'), repository, commits })
const commit = (message: string) => ({ id: hashOf(message), message, url: 'https://github.com/c', author: {} })

test.for(engines)('%s: a push with very many commits is read up to a limit, and the log says so', async (engine) => {
  const { app, as, database } = await testApp({ engine })
  const ana = as('ana')
  await addTask(ana)
  await addTask(ana)
  const hook = await connectForge(app, ana, 'github')
  const send = (text: string) => hook.send(text, hook.kit.headers('push', text, hook.secret))
  const commits = [commit('Closes #1'), ...Array(maxCommits).fill({}), commit('Closes #2')]
  const { status, body } = await send(JSON.stringify(push(commits)))
  expect([status, body.message]).toEqual([
    200,
    `Completed #1. Only the first ${maxCommits} of ${maxCommits + 2} commits were read. If another one closes a task, complete it yourself, or use “taskdeck git install”, which sees all commits.`,
  ])
  expect((await listTasks(ana)).map((task) => task.status)).toEqual(['Pending', 'Completed'])

  for (const text of [`{"commits":[${'1,'.repeat(200_000)}1]}`, '['.repeat(100_000), `{"a":${'{"a":'.repeat(99)}`]) {
    expect((await send(text)).body.message).toBe(
      'The payload has more than 100000 values or 64 levels. Forges do not send such payloads.',
    )
  }
  expect((await send('{"commits":')).body.message).toBe('The payload is not JSON.')
  const { deliveries } = (await ana.get(`/hooks/${hook.id}/deliveries`)).body
  expect(deliveries.map(({ outcome }: Delivery) => outcome)).toEqual([...Array(4).fill('refused'), 'done'])

  // The newest deliveries are kept.
  const kept = database.db.selectFrom('hook_deliveries').where('body_hash', 'is not', null)
  const [row] = await kept.selectAll().execute()
  const old = Array.from({ length: 700 }, (_, index) => ({
    ...row,
    id: `00000000-${index}`,
    body_hash: `${index}`,
    delivery_id: `${index}`,
  }))
  await database.db
    .insertInto('hook_deliveries')
    .values(old as never)
    .execute()
  expect((await send(JSON.stringify(push([commit('Closes #2')])))).status).toBe(200)
  const ids = (await kept.select('id').orderBy('id', 'desc').execute()).map(({ id }) => id)
  expect(ids).toHaveLength(500)
  expect(ids.filter((id) => !id.startsWith('00000000'))).toHaveLength(2)
  expect((await ana.get(`/hooks/${hook.id}/deliveries`)).body.deliveries[0].message).toBe('Completed #2.')
})

test('a form with many fields, and strings that look like structure, are read as well', () => {
  expect(parseJson(JSON.stringify({ a: '[{,"\\'.repeat(50_000) }))).toEqual({ a: '[{,"\\'.repeat(50_000) })
  expect(parseJson('[[],{},1,"x",null]')).toEqual([[], {}, 1, 'x', null])
})

test('a delivery that names very many tasks takes the strongest effects, and says that there are more', async () => {
  const numbers = (first: number) => Array.from({ length: 50 }, (_, index) => `#${first + index}`).join(', ')
  const commits = [
    ...Array.from({ length: 2_000 }, (_, index) => commit(`${index}\n\nTask: #${index + 1}`)),
    ...[1, 51, 101].map((first) => commit(`Closes ${numbers(first)}`)),
  ]
  const told = readPayload.github('push', push(commits))
  const { findings, remarks } = await findingsIn(told as Exclude<typeof told, undefined>, null)
  expect(findings).toHaveLength(maxFindings)
  expect(new Set(findings.map(({ effect }) => effect))).toEqual(new Set(['completes']))
  expect(remarks).toEqual([`Only ${maxFindings} references to tasks were taken, those that complete tasks first.`])
})

test('other requests run while the long messages of a push are read', async () => {
  const messages = Array.from({ length: 30 }, () => commit(`Closes #1\n${'some words in a line\n'.repeat(3_000)}`))
  const told = readPayload.github('push', push(messages)) as Exclude<Told, undefined>
  let isRead = false
  const reading = findingsIn(told, null).then(() => {
    isRead = true
  })
  // Immediates run after the one that continues reading, which was asked for before.
  let turns = 0
  for (; !isRead; turns++) await new Promise(setImmediate)
  await reading
  expect(turns).toBeGreaterThan(5)
})

const size = 1_500_000
/** Texts for which a careless expression takes time that grows with the square of their length. */
const pathological: Record<string, string> = {
  spaces: ' '.repeat(size),
  'closes and spaces': 'closes '.repeat(10) + ' '.repeat(size),
  'many words': 'closes: '.repeat(size / 8),
  'open comments': '<!-- '.repeat(size / 5),
  'open code': '`'.repeat(size),
  'lines of fences': '```\n'.repeat(size / 4),
  'lines of other fences': '```\n~~~\n'.repeat(size / 8),
  trailers: 'Task: #1\n'.repeat(size / 9),
  'spaces in trailers': `Task: #1${' '.repeat(size)}x`,
  'lists of numbers': `closes ${'#1, '.repeat(size / 4)}`,
  reverts: 'Revert "\n'.repeat(size / 9),
  controls: '\u202e\u0000'.repeat(size / 2),
  digits: '1'.repeat(size),
  slashes: '1-/'.repeat(size / 3),
}

/** The processor time in which deliveries with this text in every place are read, in microseconds. */
async function timeToRead(text: string): Promise<number> {
  const request = {
    action: 'opened',
    repository,
    pull_request: {
      ...{ number: 7, title: text, body: text, html_url: text, state: 'open', user: { login: text } },
      ...{ head: { ref: text, repo: repository }, base: { ref: text } },
    },
  }
  const pieces = text.match(/[\s\S]{1,700}/g) ?? []
  const begun = process.cpuUsage()
  for (const [event, payload] of [
    ['push', push([commit(text)])],
    ['push', { ...push([]), ref: `refs/heads/${text}` }],
    ['push', push(pieces.map(commit))],
    ['pull_request', request],
  ] as const) {
    const told = readPayload.github(event, payload)
    if (told) await findingsIn(told, null)
  }
  return process.cpuUsage(begun).user
}

/** Trailers take about twenty times as long as ordinary text. Time that grew with the square of the length would be hundreds of times as long. */
const maxTimes = 100

test.for(Object.entries(pathological))('a text of %s takes no longer than others', async ([, text]) => {
  const ordinary = await timeToRead('Some words in a line.\n'.repeat(size / 22))
  expect(await timeToRead(text)).toBeLessThan(maxTimes * ordinary)
})
