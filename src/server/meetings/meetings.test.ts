import { expect, test } from 'vitest'
import { engines } from '../../../test/database.ts'
import {
  addCalendar,
  anHour,
  calendarServer,
  calendarText,
  meetingApp,
  meetingCalendar,
} from '../../../test/meetings.ts'
import { makeToken, withToken } from '../../../test/tokens.ts'
import { meetingLimits, readEveryMs } from '../../contract/meetings.ts'

const planning = anHour('20261117T140000Z')
const minute = 60_000

test.for(engines)('%s: a calendar is read when it is added, and every 15 minutes', async (engine) => {
  const app = await meetingApp(engine)
  const server = await calendarServer()
  server.text = calendarText(planning)
  const calendar = await addCalendar(app.as('ana'), server.address, { colour: 'teal' })
  expect(await calendar.state()).toMatchObject({ readAt: null, meetings: 0, problem: null, colour: 'teal', version: 1 })
  await app.read()
  expect(await calendar.starts()).toEqual(['2026-11-17T14:00:00Z'])
  expect(await calendar.state()).toMatchObject({ readAt: '2026-11-17T12:00:00.000Z', meetings: 1, version: 2 })
  app.moveClock(readEveryMs - 1)
  await app.read()
  expect(server.asked).toHaveLength(1)
  server.text = calendarText(planning, anHour('20261118T140000Z'))
  app.moveClock(1)
  await app.read()
  expect(await calendar.starts()).toEqual(['2026-11-17T14:00:00Z', '2026-11-18T14:00:00Z'])
  expect((await calendar.state()).version).toBe(3)
})

test.for(engines)('%s: two nodes read a calendar once', async (engine) => {
  const app = await meetingApp(engine)
  const server = await calendarServer()
  await addCalendar(app.as('ana'), server.address)
  const other = app.node()
  await Promise.all([app.read(), other.read()])
  expect(server.asked).toHaveLength(1)
})

test('an unchanged calendar is asked for with its tag, is not understood again, and wakes nobody', async () => {
  const app = await meetingApp('sqlite')
  const server = await calendarServer()
  server.text = calendarText(planning)
  server.answer = (response, { headers }) => {
    const tag = '"one"'
    if (headers['if-none-match'] === tag) return response.writeHead(304).end()
    return response.writeHead(200, { etag: tag, 'last-modified': 'Tue, 17 Nov 2026 10:00:00 GMT' }).end(server.text)
  }
  const calendar = await addCalendar(app.as('ana'), server.address)
  await app.read()
  app.moveClock(readEveryMs)
  await app.read()
  expect(server.asked[1]?.headers).toMatchObject({
    'if-none-match': '"one"',
    'if-modified-since': 'Tue, 17 Nov 2026 10:00:00 GMT',
  })
  expect(await calendar.state()).toMatchObject({ version: 2, readAt: '2026-11-17T12:15:00.000Z' })
  // On another day, the days around today are others.
  app.moveClock(24 * 60 * minute)
  await app.read()
  expect(server.asked[2]?.headers['if-none-match']).toBeUndefined()
})

test('the repetitions move on with the days, although the text stays the same', async () => {
  const app = await meetingApp('sqlite')
  const server = await calendarServer()
  server.text = calendarText([...anHour('20250101T090000Z'), 'RRULE:FREQ=WEEKLY'])
  const calendar = await addCalendar(app.as('ana'), server.address)
  await app.read()
  const before = (await calendar.starts()).at(-1) ?? ''
  app.moveClock(7 * 24 * 60 * minute)
  await app.read()
  expect((await calendar.starts()).at(-1)?.localeCompare(before)).toBe(1)
})

test.for<[string, number, Record<string, string>, string, RegExp]>([
  ['asks for a password', 401, {}, '', /does not allow it \(401\)\. Enter the private or secret address/],
  ['is gone', 404, {}, '', /has no calendar at this address \(404\)/],
  ['has moved', 302, { location: 'https://elsewhere.example/secret' }, '', /redirects to elsewhere\.example \(302\)/],
  ['asks for patience', 429, {}, '', /was asked too often \(429\)/],
  ['is broken', 500, {}, '', /answered 500/],
  ['sends a page', 200, {}, '<!doctype html><p>Sign in', /something else than a calendar/],
  ['sends too much', 200, {}, 'x'.repeat(5_000_001), /sent more than 5000 kB/],
])('a server that %s is named as the reason, and the meetings stay', async ([, status, headers, body, reason]) => {
  const app = await meetingApp('sqlite')
  const server = await calendarServer()
  server.text = calendarText(planning)
  const calendar = await addCalendar(app.as('ana'), server.address)
  await app.read()
  server.answer = (response) => response.writeHead(status, headers).end(body)
  app.moveClock(readEveryMs)
  await app.read()
  const { problem, failingSince } = await calendar.state()
  expect(problem).toMatch(reason)
  expect(problem).not.toContain('secret.ics')
  expect(failingSince).toBe('2026-11-17T12:15:00.000Z')
  expect(await calendar.starts()).toHaveLength(1)
})

test('a calendar that fails is asked more and more rarely, and as often as before when it works again', async () => {
  const app = await meetingApp('sqlite')
  const server = await calendarServer()
  server.answer = (response) => response.writeHead(500).end()
  const calendar = await addCalendar(app.as('ana'), server.address)
  for (const pause of [0, 15, 30, 60, 120]) {
    app.moveClock(pause * minute - 1)
    const before = server.asked.length
    if (pause) await app.read()
    expect(server.asked).toHaveLength(before)
    app.moveClock(1)
    await app.read()
    expect(server.asked).toHaveLength(before + 1)
  }
  const { answer } = await calendarServer()
  server.answer = answer
  expect((await app.as('ana').post(`${calendar.path}/read`)).body.message).toBe('Read: 0 meetings.')
  expect(await calendar.state()).toMatchObject({ problem: null, failingSince: null })
  app.moveClock(readEveryMs)
  const before = server.asked.length
  await app.read()
  expect(server.asked).toHaveLength(before + 1)
})

test('reading by hand tells what is wrong', async () => {
  const app = await meetingApp('sqlite')
  const server = await calendarServer()
  server.answer = (response) => response.writeHead(404).end()
  const { path } = await addCalendar(app.as('ana'), server.address)
  const { status, body } = await app.as('ana').post(`${path}/read`)
  expect([status, body.message]).toEqual([200, expect.stringMatching(/^Not read\. 127\.0\.0\.1:\d+ has no calendar/)])
})

test('a calendar of an owner with slow servers leaves room for those of others', async () => {
  const app = await meetingApp('sqlite')
  const slow = await calendarServer()
  slow.answer = () => {}
  const quick = await calendarServer()
  for (const place of [1, 2, 3, 4]) await addCalendar(app.as('ana'), `${slow.address}?${place}`)
  const calendar = await addCalendar(app.as('bo'), quick.address)
  await app.queue.runDue()
  await expect.poll(async () => (await calendar.state()).readAt).not.toBeNull()
  await expect.poll(() => slow.asked.length).toBe(2)
  // Ends the reading of the slow ones.
  slow.answer = (response) => response.writeHead(200).end(calendarText())
  for (const { socket } of slow.asked) socket.destroy()
})

test('an address is refused that Taskdeck never calls', async () => {
  const app = await meetingApp('sqlite')
  const add = async (address: string) =>
    (await app.as('ana').post('/meetings/calendars', { name: 'Work', address })).status
  for (const address of [
    'https://10.0.0.1/x.ics',
    'http://[::1]/x.ics',
    'file:///etc/passwd',
    'nonsense',
    'https://a:b@c.example/',
  ]) {
    expect([address, await add(address)]).toEqual([address, 400])
  }
})

test('webcal is https, and the same calendar is added once', async () => {
  const app = await meetingApp('sqlite')
  const add = (address: string) => app.as('ana').post('/meetings/calendars', { name: 'Work', address })
  const { body } = await add('webcal://calendar.example/a.ics')
  expect(body.calendar).toMatchObject({ name: 'Work', host: 'calendar.example', colour: null })
  expect(await add('https://calendar.example/a.ics')).toMatchObject({
    status: 409,
    body: { message: 'You have added this calendar already: Work.' },
  })
})

test.for(engines)('%s: the address is nowhere in the answers, the export and the log', async (engine) => {
  const app = await meetingApp(engine)
  const ana = app.as('ana')
  const server = await calendarServer()
  server.answer = (response) => response.writeHead(302, { location: '/secret-elsewhere' }).end()
  const { body, text } = await ana.post('/meetings/calendars', { name: 'Work', address: server.address })
  await app.read()
  const { id } = body.calendar
  const answers = [
    text,
    (await ana.post(`/meetings/calendars/${id}/read`)).text,
    (await ana.put(`/meetings/calendars/${id}`, { name: 'Job' })).text,
    (await ana.get('/meetings/calendars')).text,
    (await ana.get('/auth/export')).text,
    ...app.lines,
  ]
  expect(answers.filter((answer) => answer.includes('secret'))).toEqual([])
  expect(answers[4]).toContain('"meetingCalendars":[{')
})

test.for(engines)('%s: a calendar is renamed, moved and removed', async (engine) => {
  const app = await meetingApp(engine)
  const ana = app.as('ana')
  const [first, second] = [await calendarServer(), await calendarServer()]
  first.answer = (response) => response.writeHead(404).end()
  second.text = calendarText(planning)
  const calendar = await addCalendar(ana, first.address)
  await app.read()
  const { body } = await ana.put(calendar.path, { name: ' Job ', colour: 'blue', address: second.address })
  expect(body.calendar).toMatchObject({ name: 'Job', colour: 'blue', problem: null, readAt: null })
  await app.read()
  expect(await calendar.starts()).toHaveLength(1)
  expect((await ana.put(calendar.path, { colour: null })).body.calendar.colour).toBeNull()
  expect((await ana.delete(calendar.path)).body.message).toBe('Calendar removed.')
  app.moveClock(readEveryMs)
  await app.read()
  expect(second.asked).toHaveLength(1)
  expect(await app.database.db.selectFrom('deliveries').select('id').execute()).toEqual([])
  for (const { status } of [await ana.delete(calendar.path), await ana.get(`${calendar.path}/meetings`)]) {
    expect(status).toBe(404)
  }
})

test('an owner has a limited number of calendars', async () => {
  const app = await meetingApp('sqlite')
  const ana = app.as('ana')
  const add = (place: number) =>
    ana.post('/meetings/calendars', { name: 'Work', address: `https://a.example/${place}` })
  for (let place = 0; place < meetingLimits.calendars; place++) expect((await add(place)).status).toBe(201)
  expect((await add(99)).status).toBe(413)
  expect((await app.as('bo').post('/meetings/calendars', meetingCalendar)).status).toBe(201)
})

test.for(engines)('%s: a program learns when the next meeting is, and nothing else', async (engine) => {
  const app = await meetingApp(engine)
  const ana = app.as('ana')
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  const program = withToken(app, (await makeToken(ana, { scope: 'read' })).token)
  expect((await program.get('/meetings/freeTime')).body).toEqual({ minutes: null, meetingAt: null })
  const server = await calendarServer()
  server.text = calendarText(planning)
  const { path } = await addCalendar(ana, server.address)
  await app.read()
  expect((await program.get('/meetings/freeTime')).body).toEqual({ minutes: 120, meetingAt: '15:00' })
  app.moveClock(2 * 60 * minute)
  expect((await program.get('/meetings/freeTime')).body).toEqual({ minutes: null, meetingAt: null })
  for (const address of ['/meetings/calendars', `${path}/meetings`])
    expect((await program.get(address)).status).toBe(403)
})
