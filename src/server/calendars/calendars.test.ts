import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { collect } from '../../../test/collect.ts'
import { engines } from '../../../test/database.ts'
import type { Person } from '../../../test/people.ts'
import { addTask } from '../../../test/tasks.ts'
import { calendarLimits } from '../../contract/calendars.ts'
import { makeLogger } from '../http/logging.ts'

type Made = { path: string; calendar: { id: string } }

async function make(person: Pick<Person, 'post'>, input: object = {}): Promise<Made> {
  const { status, text, body } = await person.post('/calendars', { name: 'Mine', kind: 'events', ...input })
  if (status !== 201) throw new Error(`The calendar was not made: ${text}`)
  return body
}

/** The entries of a feed, as an independent implementation reads them. */
function entriesIn(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents().map((entry) => ({
    kind: entry.name,
    ...Object.fromEntries(
      entry.getAllProperties().map((property) => [property.name, String(property.getFirstValue())]),
    ),
  }))
}

test.for(engines)(
  '%s: a calendar has the open tasks with a date as events, and all of them as to-dos',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const due = await addTask(ana, {
      title: 'Rent; water, heat\\gas',
      description: 'Two\nlines',
      dueDate: '2027-01-31',
      priority: 'High',
      labels: ['home'],
    })
    await addTask(ana, { title: 'Some day', dueDate: null })
    const done = await addTask(ana, { title: 'Done', dueDate: '2027-02-01' })
    await ana.put(`/tasks/updateTask/${done._id}`, { status: 'Completed' })
    await addTask(app.as('bo'), { title: 'Of another', dueDate: '2027-01-31' })

    const events = await app.visitor().get((await make(ana)).path)
    expect([events.status, events.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(entriesIn(events.text)).toMatchObject([
      {
        kind: 'vevent',
        uid: due._id,
        summary: 'Rent; water, heat\\gas',
        description: 'Two\nlines',
        dtstart: '2027-01-31',
        sequence: '0',
        priority: '3',
        categories: 'home',
        transp: 'TRANSPARENT',
        url: expect.stringMatching(/^http:.*\/taskdeck\/#\/task\/1$/),
      },
    ])
    const todos = entriesIn((await app.visitor().get((await make(ana, { kind: 'todos' })).path)).text)
    expect(todos).toMatchObject([
      { kind: 'vtodo', summary: 'Some day', status: 'NEEDS-ACTION' },
      { kind: 'vtodo', summary: 'Rent; water, heat\\gas', due: '2027-01-31' },
    ])
  },
)

test.for(engines)('%s: an unchanged calendar is not sent again, and every change of a task is', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'First', dueDate: '2027-01-31' })
  const { path } = await make(ana)
  const first = await app.visitor().get(path)
  const again = (tag: unknown) =>
    app.app.inject({ url: path, headers: { 'if-none-match': String(tag), host: 'localhost' } })
  const { headers: sent } = await again('W/"none"')
  expect((await again(sent.etag)).statusCode).toBe(304)
  await ana.put(`/tasks/updateTask/${task._id}`, { title: 'Second' })
  const changed = await again(sent.etag)
  expect([changed.statusCode, changed.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  expect(first.text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\n')
  expect(entriesIn(first.text)).toMatchObject([{ summary: 'First', sequence: '0' }])
  expect(entriesIn(changed.body)).toMatchObject([{ uid: task._id, summary: 'Second', sequence: '1' }])
})

test.for(engines)(
  '%s: a calendar of a saved view follows the view, and says so when it was deleted',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const title = async (path: string) =>
      entriesIn((await app.visitor().get(path)).text).map((entry) => Reflect.get(entry, 'summary'))
    for (const [name, label] of [
      ['Ours', 'work'],
      ['Mine', 'home'],
    ] as const) {
      await addTask(ana, { title: name, dueDate: '2027-01-31', labels: [label], description: `About ${name}` })
    }
    const view = (await ana.post('/views', { name: 'Work', address: '/list?label=work' })).body.view
    const { path } = await make(ana, { view: view.id })
    expect(await title(path)).toEqual(['Ours'])
    await ana.put(`/views/${view.id}`, { address: '/list?q=mine' })
    expect(entriesIn((await app.visitor().get(path)).text)).toMatchObject([
      { summary: 'Mine', description: 'About Mine' },
    ])
    await ana.delete(`/views/${view.id}`)
    const gone = await app.visitor().get(path)
    expect([gone.status, gone.body.message]).toEqual([
      404,
      'The saved view of this calendar was deleted. Create another calendar in the settings.',
    ])
    const unknown = await ana.post('/calendars', { name: 'x', kind: 'events', view: view.id })
    expect([unknown.status, unknown.body.message]).toEqual([404, 'That view does not exist.'])
  },
)

test.for(engines)(
  '%s: an address is shown once, renewed and revoked, and remembers its last reading',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const { path, calendar } = await make(ana, { name: '  Tasks ' })
    const listed = async () => (await ana.get('/calendars')).body.calendars
    expect(await listed()).toEqual([
      { id: calendar.id, name: 'Tasks', kind: 'events', view: null, createdAt: expect.any(String), readAt: null },
    ])
    expect(JSON.stringify(await listed())).not.toContain(path.slice(10, 40))
    expect((await app.visitor().get(path)).status).toBe(200)
    await expect.poll(async () => (await listed())[0].readAt).toEqual(expect.any(String))

    const renewed = (await ana.post(`/calendars/${calendar.id}/renew`)).body
    expect(renewed).toMatchObject({
      message: 'The calendar has a new address. The old one no longer works.',
      calendar: { readAt: null },
    })
    expect((await app.visitor().get(path)).status).toBe(404)
    expect((await app.visitor().get(renewed.path)).status).toBe(200)
    expect((await ana.delete(`/calendars/${calendar.id}`)).body).toEqual({ message: 'Calendar revoked.' })
    const revoked = await app.visitor().get(renewed.path)
    expect([revoked.status, revoked.body.message]).toEqual([
      404,
      'There is no calendar at this address. It may have been renewed or revoked.',
    ])
    expect((await ana.delete(`/calendars/${calendar.id}`)).status).toBe(404)
  },
)

test('a task that repeats has its rule, and each reminder of a task with a date is an alarm', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  await addTask(ana, {
    title: 'Water the plants',
    dueDate: '2027-02-01',
    repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
    reminders: ['due-0T09:00', 'due-2T18:30'],
  })
  for (const kind of ['events', 'todos']) {
    const { text } = await app.visitor().get((await make(ana, { kind })).path)
    const [entry] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents()
    expect(String(entry?.getFirstPropertyValue('rrule'))).toBe('FREQ=WEEKLY')
    const alarms = entry?.getAllSubcomponents('valarm') ?? []
    const minutes = alarms.map((alarm) => (alarm.getFirstPropertyValue('trigger') as ICAL.Duration).toSeconds() / 60)
    expect(minutes.sort((a, b) => a - b)).toEqual([-(29 * 60 + 30), 9 * 60])
  }
})

test('a to-do without a due date has an alarm at the moment of its reminder, which follows the time zone of the user', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  await addTask(ana, { title: 'Call', dueDate: null, reminders: ['2027-02-01T09:00', '2027-07-01T09:00'] })
  const { path } = await make(ana, { kind: 'todos' })
  const read = async (etag = '') => {
    const sent = { 'if-none-match': etag, host: 'localhost' }
    const { statusCode: status, body, headers } = await app.app.inject({ url: path, headers: sent })
    return { status, triggers: body.match(/TRIGGER.*/g)?.map((one) => one.trim()), etag: String(headers.etag) }
  }
  const berlin = await read()
  expect(berlin.triggers).toEqual([
    'TRIGGER;VALUE=DATE-TIME:20270201T080000Z',
    'TRIGGER;VALUE=DATE-TIME:20270701T070000Z',
  ])
  expect((await read(berlin.etag)).status).toBe(304)
  await ana.put('/auth/preferences', { timeZone: 'Asia/Tokyo' })
  expect((await read(berlin.etag)).triggers?.[0]).toBe('TRIGGER;VALUE=DATE-TIME:20270201T000000Z')
  expect((await app.visitor().get((await make(ana, { kind: 'events' })).path)).text).not.toContain('VALARM')
})

test('a user has a limited number of calendars, with readable names', async () => {
  const ana = (await testApp()).as('ana')
  for (let count = 0; count < calendarLimits.calendars; count++) await make(ana)
  const refused = [
    [{}, 413, 'You have 20 calendars, which is the maximum. Revoke one first.'],
    [{ name: ' ' }, 400, expect.stringContaining('name must have 1 to 60')],
    [{ kind: 'journal' }, 400, expect.stringContaining('kind')],
  ] as const
  for (const [input, status, message] of refused) {
    const answer = await ana.post('/calendars', { name: 'x', kind: 'events', ...input })
    expect([answer.status, answer.body.message]).toEqual([status, message])
  }
})

test('a name that comes from a stranger, such as from a backup, is shown without hidden characters', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const { path } = await make(ana)
  await app.database.db.updateTable('calendars').set({ name: 'Bank\u202e \u001b[2Jlive\u200b' }).execute()
  expect((await ana.get('/calendars')).body.calendars).toMatchObject([{ name: 'Bank [2Jlive' }])
  expect((await app.visitor().get(path)).text).toContain('\r\nNAME:Bank [2Jlive\r\n')
})

test('the address of a calendar is in no line of the log', async () => {
  const { stream, lines } = collect(false)
  const app = await testApp({ dependencies: { log: makeLogger('debug', stream) } })
  const { path } = await make(app.as('ana'))
  await app.visitor().get(path)
  await app.visitor().get('/calendar/unknown.ics')
  expect(lines().filter((line) => line.path === '/calendar/***')).toHaveLength(2)
  expect(JSON.stringify(lines())).not.toContain(path)
})
