import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addNote } from '../../../test/notes.ts'
import { readerOf, shareIt } from '../../../test/shares.ts'
import { addTask } from '../../../test/tasks.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { linkHeader, shareLimits } from '../../contract/shares.ts'
import { makeLogger } from '../http/logging.ts'

const dead = { message: 'This link no longer works.', code: 'not_found' }
const day = 86_400_000

/** A user with a view of one label, and a clock that can be moved. */
async function world(engine: Engine = 'sqlite') {
  let ahead = 0
  const app = await testApp({ engine, dependencies: { clock: () => Date.now() + ahead } })
  const ana = app.as('ana')
  const { view } = (await ana.post('/views', { name: 'Release', address: '/list?label=release' })).body
  return {
    ...{ ...app, ana, view: view.id as string },
    pass: (ms: number) => {
      ahead += ms
    },
  }
}

test.for(engines)(
  '%s: a shared view shows its tasks, its progress and the chosen parts, and nothing else',
  async (engine) => {
    const { ana, view, ...app } = await world(engine)
    const labels = ['release']
    const parent = await addTask(ana, { title: 'Move the limits', labels, dueDate: '2027-02-01', priority: 'High' })
    const outside = await addTask(ana, { title: 'A secret plan', labels: [] })
    await addTask(ana, { title: 'Switch', description: 'Hidden words', labels, partOf: parent._id, dueDate: null })
    await addTask(ana, { title: 'See #2', labels, partOf: outside._id, status: 'In Progress' })
    const done = await addTask(ana, { title: 'Done', labels })
    await ana.put(`/tasks/updateTask/${done._id}`, { status: 'Completed' })
    await ana.put('/labels/colours', { label: 'release', colour: 'teal' })

    const whole = readerOf(app, (await shareIt(ana, { view })).secret)
    const page = await whole.page()
    expect(page).toMatchObject({
      ...{ kind: 'view', title: 'Release', by: 'ana', parts: ['dates', 'priority', 'labels', 'parents'] },
      ...{
        counts: { completed: 1, started: 1, pending: 2 },
        lastDue: '2027-02-01T00:00:00.000Z',
        more: 0,
        colours: { release: 'teal' },
      },
    })
    expect(page.tasks.map(({ status }) => status)).toEqual(['In Progress', 'Pending', 'Pending', 'Completed'])
    expect(page.tasks[0]).not.toHaveProperty('parent')
    expect(page.tasks).toContainEqual({
      ...{ title: 'Switch', status: 'Pending', due: null, completed: null, priority: 'Medium', labels },
      parent: 'Move the limits',
    })
    const text = JSON.stringify(page)
    for (const hidden of ['A secret plan', 'Hidden words', parent._id, '"number"', outside._id])
      expect(text).not.toContain(hidden)

    const bare = await readerOf(app, (await shareIt(ana, { view, parts: [] })).secret).page()
    expect(bare.tasks.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'Done', status: 'Completed' },
      { title: 'Move the limits', status: 'Pending' },
      { title: 'See #2', status: 'In Progress' },
      { title: 'Switch', status: 'Pending' },
    ])
    expect([bare.lastDue, bare.colours, bare.task]).toEqual([null, {}, undefined])
    // A view with words depends on all tasks.
    await ana.put(`/views/${view}`, { address: '/list?q=switch' })
    expect((await whole.page()).tasks.map(({ title }) => title)).toEqual(['Switch'])
  },
)

test.for(engines)(
  '%s: a shared task shows the chosen parts: notes and files only if they are chosen',
  async (engine) => {
    const { ana, ...app } = await world(engine)
    const other = await addTask(ana, { title: 'A secret plan' })
    const task = await addTask(ana, {
      ...{ title: 'Trip', description: 'See #1', blockedBy: [other._id], labels: ['fun'] },
      doneWhen: [{ text: 'Tickets bought', isMet: true, command: 'make tickets' }],
    })
    await addTask(ana, { title: 'Book the train', partOf: task._id })
    await addNote(ana, task._id, 'Not for **all**')
    const { token } = await makeToken(ana, { name: 'codex' })
    await addNote(withToken(app, token), task._id, 'By a program')

    const usual = await shareIt(ana, { task: '2' })
    expect(usual.share).toMatchObject({
      name: 'Trip',
      kind: 'task',
      target: { _id: task._id, number: 2, title: 'Trip' },
    })
    const first = await readerOf(app, usual.secret).page()
    expect(first.task).toEqual({
      ...{ title: 'Trip', status: 'Pending', due: task.dueDate, completed: null, priority: 'Medium' },
      ...{ labels: ['fun'], description: 'See #1' },
    })
    for (const hidden of ['A secret plan', 'Not for', 'make tickets', 'Book the train', 'codex'])
      expect(JSON.stringify(first)).not.toContain(hidden)

    const all = await shareIt(ana, { task: task._id, parts: ['criteria', 'parts', 'notes', 'files'] })
    const page = await readerOf(app, all.secret).page()
    expect(page).toMatchObject({
      tasks: [{ title: 'Book the train', status: 'Pending' }],
      task: {
        ...{ criteria: [{ text: 'Tickets bought', isDone: true }], files: [], moreNotes: 0 },
        notes: [
          { by: 'codex', text: 'By a program', isPlain: false },
          { by: 'ana', text: 'Not for **all**' },
        ],
      },
    })
    expect(page.task).not.toHaveProperty('description')
    for (const hidden of ['A secret plan', 'make tickets']) expect(JSON.stringify(page)).not.toContain(hidden)
  },
)

test.for(engines)(
  '%s: a link expires, is renewed, changed and revoked, and says no more than a link that never was',
  async (engine) => {
    const { ana, view, pass, ...app } = await world(engine)
    await addTask(ana, { labels: ['release'] })
    // The confirmation of a person would be too old.
    const laptop = withToken(app, (await makeToken(ana, { name: 'laptop' })).token)
    const { share, secret, path } = await shareIt(ana, { view, name: ' For Bo ', days: 7 })
    expect(path).toBe(`/taskdeck/link/#${secret}`)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const listed = async () => (await laptop.get('/shares')).body.shares
    expect(await listed()).toEqual([share])
    expect(share).toMatchObject({ name: 'For Bo', via: 'session', days: 7, visits: 0, visitedAt: null, question: null })
    const rows = JSON.stringify(await app.database.db.selectFrom('shares').selectAll().execute())
    expect(rows).not.toContain(secret)

    const works = async (one: string) => {
      const { status, body, headers } = await readerOf(app, one).open()
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      if (status !== 200) expect([status, body]).toEqual([404, dead])
      return status === 200
    }
    expect(await works(secret)).toBe(true)
    pass(7 * day)
    expect(await works(secret)).toBe(false)
    const renewed = (await laptop.post(`/shares/${share.id}/renew`, {})).body
    expect(renewed.message).toBe('The link has a new address. The old one no longer works.')
    const again = renewed.path.split('#')[1]
    expect([await works(secret), await works(again)]).toEqual([false, true])
    pass(6 * day)
    expect(await works(again)).toBe(true)
    await laptop.put(`/shares/${share.id}`, { days: null, parts: ['dates'], name: 'Other' })
    pass(1_000 * day)
    expect(await works(again)).toBe(true)
    expect((await readerOf(app, again).page()).tasks[0]).not.toHaveProperty('priority')
    expect(await listed()).toMatchObject([{ name: 'Other', parts: ['dates'], expiresAt: null }])

    await laptop.delete(`/views/${view}`)
    expect([await works(again), await listed()]).toMatchObject([false, [{ target: null }]])
    expect((await laptop.delete(`/shares/${share.id}`)).body).toEqual({ message: 'Link revoked.' })
    expect(await works(again)).toBe(false)
    expect((await laptop.delete(`/shares/${share.id}`)).status).toBe(404)
    for (const wrong of ['', 'x', again.slice(1), `${again}x`, 'a'.repeat(43), '%00', "' or 1=1 --"]) {
      expect(await works(wrong)).toBe(false)
      for (const [method, url] of [
        ['POST', '/shared/visit'],
        ['GET', '/shared/files/x'],
        ['GET', '/shared/live'],
      ] as const) {
        const { status, body } = await app.visitor({ headers: { [linkHeader]: wrong } }).send(method, url)
        expect([url, status, body]).toEqual([url, 404, dead])
      }
    }
  },
)

test.for(engines)('%s: a link ends while its task is in the trash, and with a disabled account', async (engine) => {
  const { ana, ...app } = await world(engine)
  const task = await addTask(ana)
  const { secret } = await shareIt(ana, { task: task._id })
  const status = async () => (await readerOf(app, secret).open()).status
  await ana.delete(`/tasks/deleteTask/${task._id}`)
  expect(await status()).toBe(404)
  await ana.post(`/tasks/trash/${task._id}/restore`)
  expect(await status()).toBe(200)
  const { _id: user_id } = await ana.user()
  await app.database.db.insertInto('restrictions').values({ user_id, disabled_at: 1, max_file_bytes: null }).execute()
  expect(await status()).toBe(404)
})

test.for(engines)(
  '%s: a person confirms their identity to share, a token may write, and others see nothing of it',
  async (engine) => {
    const { ana, view, database, ...app } = await world(engine)
    const write = withToken(app, (await makeToken(ana, { name: 'laptop' })).token)
    const read = withToken(app, (await makeToken(ana, { name: 'reader', scope: 'read' })).token)
    const made = await shareIt(write, { view })
    expect(made.share.via).toBe('token:laptop')
    expect((await read.get('/shares')).body.shares).toHaveLength(1)
    expect((await read.post('/shares', { view })).status).toBe(403)
    expect((await read.delete(`/shares/${made.share.id}`)).status).toBe(403)
    await database.db.updateTable('sessions').set({ proved_at: 0 }).execute()
    const refusal = [403, 'Please confirm your identity first, and then do this within 10 minutes.']
    for (const [method, url, body] of [
      ['POST', '/shares', { view }],
      ['PUT', `/shares/${made.share.id}`, { parts: [] }],
      ['POST', `/shares/${made.share.id}/renew`, {}],
    ] as const) {
      const answer = await ana.send(method, url, body)
      expect([answer.status, answer.body.message]).toEqual(refusal)
    }
    expect((await ana.delete(`/shares/${made.share.id}`)).status).toBe(200)

    const bo = app.as('bo')
    const task = await addTask(ana)
    const again = await shareIt(write, { view })
    for (const [method, url, body] of [
      ['POST', '/shares', { view }],
      ['POST', '/shares', { task: task._id }],
      ['PUT', `/shares/${again.share.id}`, { parts: [] }],
      ['POST', `/shares/${again.share.id}/renew`, {}],
      ['DELETE', `/shares/${again.share.id}`, undefined],
    ] as const)
      expect((await bo.send(method, url, body)).status).toBe(404)
    expect((await bo.get('/shares')).body.shares).toEqual([])
  },
)

test('input that makes no sense is refused in words', async () => {
  const { ana, view } = await world()
  await addTask(ana)
  for (const [input, status, message] of [
    [{}, 400, 'Give either view or task.'],
    [{ view, task: '1' }, 400, 'Give either view or task.'],
    [{ view: 'x' }, 404, 'That view does not exist.'],
    [{ task: '9' }, 404, 'That task does not exist.'],
    [{ view, parts: ['notes'] }, 400, 'A shared view has no notes. Choose from dates, priority, labels, parents.'],
    [{ view, question: { text: 'When?' } }, 400, 'Only a shared task can have a question.'],
    [{ view, name: 'a\u202eb' }, 400, expect.stringContaining('name must have 1 to 60')],
    [{ view, days: 0 }, 400, expect.stringContaining('days')],
    [
      { task: '1', question: { text: 'When?', choices: ['1', '2', '3', '4', '5', '6'] } },
      400,
      expect.stringContaining('at most 5'),
    ],
  ] as const) {
    const answer = await ana.post('/shares', input)
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }
  for (let made = 0; made < shareLimits.shares; made++) await shareIt(ana, { view })
  const full = await ana.post('/shares', { view })
  expect([full.status, full.body.message]).toEqual([413, 'You have 100 links, which is the maximum. Revoke one first.'])
})

test.for(engines)('%s: visits are counted by the call of the page, and nothing else', async (engine) => {
  const { ana, view, ...app } = await world(engine)
  const { secret } = await shareIt(ana, { view })
  const reader = readerOf(app, secret)
  await reader.open()
  await Promise.all([1, 2, 3].map(() => reader.post('/shared/visit')))
  const visits = async () => (await ana.get('/shares')).body.shares[0]
  await expect.poll(visits, { timeout: 8_000 }).toMatchObject({ visits: 3, visitedAt: expect.any(String) })
  const foreign = app.visitor({ headers: { [linkHeader]: secret, 'sec-fetch-site': 'cross-site' } })
  expect((await foreign.post('/shared/visit')).status).toBe(403)
})

test('a page that has not changed is not sent again, whatever else its owner changes', async () => {
  const { ana, view, ...app } = await world()
  const task = await addTask(ana, { labels: ['release'] })
  const reader = readerOf(app, (await shareIt(ana, { view })).secret)
  const { headers } = await reader.open()
  const tag = String(headers.etag)
  await addTask(ana, { title: 'Something else', labels: [] })
  expect((await reader.open(tag)).status).toBe(304)
  await ana.put(`/tasks/updateTask/${task._id}`, { title: 'Renamed' })
  expect((await reader.open(tag)).status).toBe(200)
})

test('the secret of a link is in no line of the log, and changes of links are', async () => {
  const { stream, lines } = collect(false)
  const app = await testApp({ dependencies: { log: makeLogger('debug', stream) } })
  const ana = app.as('ana')
  await addTask(ana)
  const { secret, share } = await shareIt(ana, { task: '1' })
  await readerOf(app, secret).open()
  await readerOf(app, secret).post('/shared/visit')
  await readerOf(app, secret).answer('x')
  await ana.delete(`/shares/${share.id}`)
  await readerOf(app, secret).open()
  expect(lines().filter((line) => line.path === '/shared').length).toBeGreaterThan(0)
  expect(JSON.stringify(lines())).not.toContain(secret)
  expect(lines().filter(({ event }) => String(event).startsWith('link '))).toMatchObject([
    { event: 'link made', by: 'session', id: share.id },
    { event: 'link revoked', id: share.id },
  ])
})

test('a stranger is limited: by address, and by link', async () => {
  const app = await testApp({ isOwn: true })
  const ana = app.as('ana')
  await addTask(ana)
  const { secret } = await shareIt(ana, { task: '1' })
  const other = readerOf(app, secret, '192.0.2.7')
  const one = readerOf(app, 'a'.repeat(43), '192.0.2.1')
  const statuses = new Set<number>()
  for (let call = 0; call < 300; call++) statuses.add((await one.open()).status)
  expect([...statuses]).toEqual([404, 429])
  expect((await one.open()).body.message).toMatch(/^Too many requests for this page. Wait \d+ s, then try again.$/)
  expect((await other.open()).status).toBe(200)
})
