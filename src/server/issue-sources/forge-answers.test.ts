import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import { connectIssues, forgeOf, issueApp, taskLines } from '../../../test/issue-forges.ts'
import { mailServer } from '../../../test/mail-server.ts'

const minute = 60_000

/** A user with one connected repository, whose forge answers as the test says. */
async function world(
  engine: (typeof engines)[number] = 'sqlite',
  kind: 'github' | 'gitlab' = 'github',
  config: Parameters<typeof issueApp>[2] = {},
) {
  const app = await issueApp(engine, undefined, config)
  const ana = app.as('ana')
  const forge = await forgeOf(kind, 2)
  forge.put(7)
  const source = await connectIssues(ana, forge)
  return { ...app, ana, forge, source }
}

const json = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

test.for([
  [401, 'does not accept the token: it has expired'],
  [403, 'The token may not do this for acme/app'],
  [404, 'acme/app does not exist at'],
  [410, 'acme/app is gone at'],
  [301, 'acme/app has moved to another address'],
  [503, 'has a problem at the moment (503)'],
  [418, 'refused the request (418). Is it a forge of the kind GitHub?'],
] as const)('the status %i is a failure in words, which is tried again', async ([status, words]) => {
  const { sync, forge, source, ana, moveClock } = await world()
  const elsewhere = await forgeOf('github')
  forge.instead = ({ path }, response) => {
    if (!path.includes('/issues')) return false
    json(response, status, { message: '<b>secret</b>' }, { location: `${elsewhere.url}${path}` })
    return true
  }
  await sync()
  const { problem, failingSince, isSyncing } = await source.state()
  expect(problem).toContain(words)
  expect(problem).not.toContain('secret')
  expect([failingSince, isSyncing]).toEqual(['2026-11-18T12:00:00.000Z', false])
  // Neither the issues nor the token go elsewhere.
  expect(elsewhere.asked).toEqual([])
  forge.paths()
  moveClock(minute - 1)
  await sync()
  expect(forge.asked).toEqual([])
  moveClock(1)
  await sync()
  expect(forge.asked).toHaveLength(1)
  forge.instead = () => false
  moveClock(2 * minute)
  await sync()
  expect(await source.state()).toMatchObject({ problem: null, failingSince: null })
  expect(await taskLines(ana)).toHaveLength(1)
})

test.for(engines)(
  '%s: after a week of failures, a repository is paused, and goes on when it is resumed',
  async (engine) => {
    const { mails, settings: server } = await mailServer()
    const mail = { server, from: { name: 'Taskdeck', address: 'deck@example.org' } }
    const { sync, forge, source, ana, moveClock } = await world(engine, 'github', { mail })
    forge.instead = (_request, response) => {
      json(response, 500, {})
      return true
    }
    await sync()
    for (let hours = 0; hours < 7 * 24; hours += 6) {
      moveClock(6 * 60 * minute)
      await sync()
    }
    expect(await source.state()).toMatchObject({
      pausedAt: '2026-11-25T12:00:00.000Z',
      pausedWhy: expect.stringContaining('Every sync has failed for a week.'),
    })
    forge.paths()
    moveClock(24 * 60 * minute)
    await sync()
    expect(forge.asked).toEqual([])
    const told = mails.filter(({ subject }) => subject === 'Your repository acme/app is paused')
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('Every sync has failed for a week.')
    expect((await ana.post(`${source.path}/sync`)).status).toBe(409)
    forge.instead = () => false
    expect((await ana.post(`${source.path}/resume`)).body.message).toBe('Resumed. Reading the issues.')
    await sync()
    expect(await taskLines(ana)).toHaveLength(1)
  },
)

test.for([
  ['github', 429, { 'retry-after': '600' }],
  [
    'github',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': `${Date.parse('2026-11-18T12:10:00Z') / 1000}` },
  ],
  ['github', 403, { 'retry-after': '600' }],
  ['gitlab', 429, { 'ratelimit-remaining': '0', 'ratelimit-reset': `${Date.parse('2026-11-18T12:10:00Z') / 1000}` }],
  ['gitlab', 429, { 'retry-after': 'Wed, 18 Nov 2026 12:10:00 GMT' }],
] as const)('%s, %i with %o: nothing is asked until then', async ([kind, status, headers]) => {
  const { sync, forge, source, ana, moveClock } = await world('sqlite', kind)
  forge.instead = (_request, response) => {
    json(response, status, { message: 'API rate limit exceeded' }, headers)
    return true
  }
  await sync()
  expect(await source.state()).toMatchObject({ waitsUntil: '2026-11-18T12:10:00.000Z', problem: null, isSyncing: true })
  const refused = await ana.post(`${source.path}/sync`)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '600'])
  expect(refused.body.message).toContain('for 10 min. Then the issues are read.')
  forge.instead = () => false
  forge.paths()
  moveClock(10 * minute - 1)
  await sync()
  expect(forge.asked).toEqual([])
  moveClock(1)
  await sync()
  expect(await taskLines(ana)).toHaveLength(1)
  expect(await source.state()).toMatchObject({ waitsUntil: null, isSyncing: false })
})

test('a forge cannot make the sync wait for more than 6 hours, and one whose calls are used up is left alone between pages', async () => {
  const { sync, forge, source, now, moveClock, ana } = await world()
  for (const number of [8, 9]) forge.put(number)
  forge.instead = ({ path }, response) => {
    if (path.includes('/issues')) response.setHeader('x-ratelimit-remaining', '0')
    response.setHeader('x-ratelimit-reset', '9999999999')
    return false
  }
  await sync()
  expect(forge.paths()).toHaveLength(2)
  expect((await source.state()).waitsUntil).toBe(new Date(now() + 6 * 60 * minute).toISOString())
  forge.instead = () => false
  moveClock(6 * 60 * minute)
  await sync()
  expect(await taskLines(ana)).toHaveLength(3)
})

const deep = `${'['.repeat(100)}${']'.repeat(100)}`
const odd = [
  null,
  5,
  'text',
  [],
  {},
  { number: 'seven' },
  { number: -1 },
  { number: 1.5 },
  { number: 2 ** 40, title: 'Far' },
]
const wrong = {
  number: 8,
  title: 5,
  body: [],
  labels: 'none',
  assignees: [{ login: 'ana' }, { login: 4 }, 'x'],
  milestone: 7,
}

test.for([
  ['more bytes than a page has', 'x'.repeat(4_000_001), {}, 'sent more than 4000 kB'],
  ['levels without end', deep, {}, 'did not answer with the JSON'],
  ['too many values', `[${'0,'.repeat(100_001)}0]`, {}, 'did not answer with the JSON'],
  ['a page', '<html>Sign in</html>', {}, 'did not answer with the JSON'],
  ['no list', '{"issues":[]}', {}, 'did not answer with a list of issues'],
  ['a compressed text', gzipSync('[]'), { 'content-encoding': 'gzip' }, 'sent a compressed answer'],
] as const)('an answer with %s is refused', async ([, body, headers, words]) => {
  const { sync, forge, source, ana } = await world()
  forge.instead = ({ path }, response) => {
    if (!path.includes('/issues')) return false
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body)
    return true
  }
  await sync()
  expect((await source.state()).problem).toContain(words)
  expect(await taskLines(ana)).toEqual([])
})

test('values of other types count as absent, and things that are not issues are left out', async () => {
  const { sync, forge, ana, source } = await world()
  forge.instead = ({ path }, response) => {
    if (!path.includes('/issues')) return false
    json(response, 200, [...odd, wrong, { ...wrong, number: 9, title: '\u0000\ud800', labels: [{ name: '\u202e' }] }])
    return true
  }
  await sync()
  expect((await source.state()).problem).toBeNull()
  expect((await taskLines(ana)).map((line) => line.slice(3))).toEqual(['Pending Issue #8', 'Pending �'])
})

test('pages without end are read up to a limit, and what is left out is said', async () => {
  const { sync, forge, source, ana } = await world()
  let pages = 0
  forge.instead = ({ path }, response) => {
    if (!path.includes('/issues')) return false
    const first = ++pages * 100
    const list = Array.from({ length: 50 }, (_, index) => ({
      ...wrong,
      number: first + index,
      title: `${first + index}`,
    }))
    json(response, 200, list, { link: `<http://inside.example/x?page=${pages + 1}>; rel="next"` })
    return true
  }
  await sync()
  expect(pages).toBe(20)
  expect(await source.state()).toMatchObject({
    openCount: 1_000,
    problem: null,
    remark: expect.stringContaining('only the first 1000'),
  })
  expect(await taskLines(ana)).toHaveLength(1_000)
})

test('the same next page again and again is read once', async () => {
  const { sync, forge, source } = await world()
  forge.instead = ({ path }, response) => {
    if (!path.includes('/issues')) return false
    json(response, 200, [wrong], { link: '<http://inside.example/x?page=2>; rel="next"' })
    return true
  }
  await sync()
  expect(forge.paths()).toHaveLength(3)
  expect((await source.state()).openCount).toBe(1)
})

test('a node that stops ends its calls, and another one goes on', async () => {
  const { sync, forge, ana, node, issueSources, moveClock, source } = await world()
  const hanging = Promise.withResolvers<void>()
  forge.instead = () => {
    hanging.resolve()
    return new Promise(() => {})
  }
  const syncing = sync()
  await hanging.promise
  await issueSources.following.stop()
  await syncing
  expect((await source.state()).problem).toBeNull()
  forge.instead = () => false
  moveClock(minute)
  await node().sync()
  expect(await taskLines(ana)).toHaveLength(1)
})

test('an address in a closed network is refused, at once or when its name leads there', async () => {
  const app = await issueApp('sqlite')
  const ana = app.as('ana')
  const input = { forge: 'gitea', token: 'reading', choice: 'label', label: 'ops' }
  for (const [address, words] of [
    ['http://10.1.2.3/acme/app', '10.1.2.3 is not on the public internet'],
    ['https://localhost/acme/app', 'localhost is not on the public internet'],
    ['https://ana:secret@git.example/acme/app', 'Enter the address of a repository'],
    ['https://git.example/acme', 'Enter the address of a repository'],
    ['ftp://git.example/acme/app', 'Enter the address of a repository'],
  ]) {
    const { status, body } = await ana.post('/issue-sources', { ...input, address })
    expect([status, body.message]).toEqual([400, expect.stringContaining(`${words}`)])
  }
  await ana.post('/issue-sources', { ...input, address: 'https://inner.example/acme/app' })
  const inner = app.node(async () => [{ address: '192.168.1.9', family: 4 }])
  await inner.sync()
  const [source] = (await ana.get('/issue-sources')).body.sources
  expect(source.problem).toContain('inner.example is not on the public internet')
  expect(source.problem).toContain('ALLOWED_HOOK_HOSTS')
})
