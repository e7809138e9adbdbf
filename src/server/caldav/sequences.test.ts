import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { undo } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>${body}`
const spaces =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/" xmlns:ic="http://apple.com/ns/ical/"'
const propfind = (...names: string[]) =>
  xml(`<d:propfind ${spaces}><d:prop>${names.map((name) => `<${name}/>`).join('')}</d:prop></d:propfind>`)
const hrefIn = (text: string, element: string) =>
  new RegExp(`<[A-Za-z]+:${element}><[A-Za-z]+:href>([^<]*)<`).exec(text)?.[1] ?? ''
const tagIn = (text: string) => /getetag>(?:&quot;|&#34;|")([^<]*?)(?:&quot;|&#34;|")</.exec(text)?.[1] ?? ''

test('Tasks.org finds the list by its properties, compares tags, fetches many to-dos at once, and moves one that repeats', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const repeat = { rule: 'FREQ=DAILY;INTERVAL=3', from: 'due' }
  const task = await addTask(ana, { title: 'Water', dueDate: '2099-01-01', repeat })
  const { send } = await davClient(app, ana)

  // It asks the well-known address first, and follows where that leads.
  const known = await send('PROPFIND', '/.well-known/caldav', propfind('d:current-user-principal'), { depth: '0' })
  expect([known.status, known.location]).toEqual([301, '/dav/'])
  const root = await send('PROPFIND', `${known.location}`, propfind('d:current-user-principal'), { depth: '0' })
  const principal = hrefIn(root.text, 'current-user-principal')
  const home = hrefIn(
    (await send('PROPFIND', principal, propfind('c:calendar-home-set'), { depth: '0' })).text,
    'calendar-home-set',
  )
  const lists = await send(
    ...(['PROPFIND', home] as const),
    propfind(
      'd:resourcetype',
      'd:displayname',
      'c:supported-calendar-component-set',
      'cs:getctag',
      'ic:calendar-color',
      'd:sync-token',
      'd:share-access',
      'd:invite',
      'd:current-user-privilege-set',
      'd:current-user-principal',
    ),
    { depth: '1' },
  )
  const list = /<D:href>([^<]*\/tasks\/)<\/D:href>/.exec(lists.text)?.[1] ?? ''
  expect([lists.status, lists.text]).toEqual([207, expect.stringContaining('<C:comp name="VTODO"/>')])
  const ctag = async () =>
    /getctag>([^<]*)</.exec((await send('PROPFIND', list, propfind('cs:getctag'), { depth: '0' })).text)?.[1]
  const first = await ctag()

  const query = xml(
    `<c:calendar-query ${spaces}><d:prop><d:getetag/></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter></c:calendar-query>`,
  )
  const found = await send('REPORT', list, query, { depth: '1' })
  const href = `${list}${task._id}.ics`
  expect([found.status, found.text]).toEqual([207, expect.stringContaining(`<D:href>${href}</D:href>`)])
  const multiget = xml(
    `<c:calendar-multiget ${spaces}><d:prop><d:getetag/><c:calendar-data/></d:prop><d:href>${href}</d:href></c:calendar-multiget>`,
  )
  const fetched = await send('REPORT', list, multiget, { depth: '1' })
  expect(fetched.text).toContain('RRULE:FREQ=DAILY;INTERVAL=3')

  // A to-do of the app: its own number as UID, a tag, a sort order, an alarm at the due time, and a parent that comes later.
  const own = [
    ...['DTSTAMP:20261118T080000Z', 'CREATED:20261118T080000Z', 'LAST-MODIFIED:20261118T080000Z', 'SUMMARY:Part'],
    ...[
      'PRIORITY:9',
      'CATEGORIES:garden',
      'RELATED-TO;RELTYPE=PARENT:4290517349243274514',
      'X-APPLE-SORT-ORDER:697384109',
    ],
    ...['DUE;TZID=Europe/Berlin:20990102T180000', 'BEGIN:VALARM', 'TRIGGER;RELATED=END:PT0S', 'ACTION:DISPLAY'],
    ...['DESCRIPTION:Default Tasks.org description', 'END:VALARM'],
  ]
  const program = (text: string) => text.replace(/PRODID:.*/, 'PRODID:+//IDN tasks.org//android-130401//EN')
  // No request has a condition: the app sends what it has, and has read the changes of others just before.
  const part = program(todoText('3863299529704302692', ...own))
  expect((await send('PUT', `${list}3863299529704302692.ics`, part)).status).toBe(201)
  const parent = program(todoText('4290517349243274514', 'SUMMARY:Garden'))
  expect((await send('PUT', `${list}4290517349243274514.ics`, parent)).status).toBe(201)
  const kept = await send('GET', `${list}3863299529704302692.ics`)
  expect(kept.text).toContain('X-APPLE-SORT-ORDER:697384109')
  expect((await send('PUT', `${list}3863299529704302692.ics`, part)).status).toBe(204)
  const made = (await listTasks(ana)).find(({ title }) => title === 'Part')
  expect(made).toMatchObject({ labels: ['garden'], priority: 'Low', dueDate: '2099-01-02T00:00:00.000Z' })
  expect(made?.partOf).toBe((await listTasks(ana)).find(({ title }) => title === 'Garden')?._id)
  expect(made?.reminders).toHaveLength(1)
  expect(await ctag()).not.toBe(first)

  // The app completes a repeating to-do by moving it.
  const { text } = await send('GET', href)
  const moved = program(text).replaceAll('20990101', '20990104')
  expect((await send('PUT', href, moved)).status).toBe(204)
  const series = (await listTasks(ana)).filter(({ title }) => title === 'Water')
  expect(
    series.map(({ status, dueDate, repeat: rest }) => [status, dueDate?.slice(0, 10), Boolean(rest)]).sort(),
  ).toEqual([
    ['Completed', '2099-01-01', false],
    ['Pending', '2099-01-04', true],
  ])
  expect((await send('GET', href)).text).toContain('DUE;VALUE=DATE:20990104')
  // The same request again, as after an answer that was lost.
  expect((await send('PUT', href, moved)).status).toBe(204)
  expect((await listTasks(ana)).filter(({ title }) => title === 'Water')).toHaveLength(2)
  expect((await send('DELETE', href)).status).toBe(204)
})

test("Apple's apps ask the home for much that is not there, may not set colours, follow the token, and split one that repeats", async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const { send, sync, home, path } = await davClient(app, ana)
  const options = await send('OPTIONS', '/dav/')
  expect([options.status, options.headers.dav]).toEqual([200, expect.stringContaining('calendar-access')])
  const asked = ['d:current-user-principal', 'd:principal-URL', 'd:resourcetype']
  const root = await send('PROPFIND', '/dav/', propfind(...asked), { depth: '0' })
  const principal = hrefIn(root.text, 'current-user-principal')
  const about = await send(
    ...(['PROPFIND', principal] as const),
    propfind(
      'c:calendar-home-set',
      'c:calendar-user-address-set',
      'c:schedule-inbox-URL',
      'c:schedule-outbox-URL',
      'cs:dropbox-home-URL',
      'cs:email-address-set',
      'd:displayname',
      'd:principal-collection-set',
      'd:principal-URL',
      'd:supported-report-set',
      'd:resource-id',
    ),
    { depth: '0' },
  )
  expect(hrefIn(about.text, 'calendar-home-set')).toBe(home)
  const lists = await send(
    ...(['PROPFIND', home] as const),
    propfind(
      'd:add-member',
      'cs:allowed-sharing-modes',
      'ic:autoprovisioned',
      'ic:calendar-color',
      'c:calendar-description',
      'c:calendar-free-busy-set',
      'ic:calendar-order',
      'c:calendar-timezone',
      'd:current-user-privilege-set',
      'c:default-alarm-vevent-date',
      'd:displayname',
      'cs:getctag',
      'ic:language-code',
      'd:owner',
      'cs:pre-publish-url',
      'cs:publish-url',
      'cs:push-transports',
      'cs:pushkey',
      'd:quota-available-bytes',
      'd:resource-id',
      'd:resourcetype',
      'c:schedule-calendar-transp',
      'cs:source',
      'c:supported-calendar-component-set',
      'd:supported-report-set',
      'd:sync-token',
    ),
    { depth: '1' },
  )
  expect([lists.status, lists.text]).toEqual([207, expect.stringContaining(`<D:href>${path}</D:href>`)])
  const proppatch = xml(
    `<d:propertyupdate ${spaces}><d:set><d:prop><ic:calendar-order>2</ic:calendar-order></d:prop></d:set></d:propertyupdate>`,
  )
  const patched = await send('PROPPATCH', path, proppatch)
  expect([patched.status, patched.text]).toEqual([207, expect.stringContaining('HTTP/1.1 403')])
  const before = await sync()

  const body = (uid: string, ...lines: string[]) =>
    todoText(uid, 'CREATED:20261118T080000Z', 'DTSTAMP:20261118T080000Z', 'SEQUENCE:0', ...lines).replace(
      /PRODID:.*/,
      'PRODID:-//Apple Inc.//iOS 18.0//EN',
    )
  const alarm = [
    ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Reminder', 'TRIGGER;VALUE=DATE-TIME:20990101T080000Z'],
    ...['UID:11AA22BB', 'X-WR-ALARMUID:11AA22BB', 'END:VALARM'],
  ]
  const dates = (day: string) => [`DTSTART;VALUE=DATE:${day}`, `DUE;VALUE=DATE:${day}`]
  const [uid, copy] = ['8B1A0D9E-0001-4C5E-9B1A-000000000001', '8B1A0D9E-0002-4C5E-9B1A-000000000002']
  const weekly = ['SUMMARY:Bins', 'STATUS:NEEDS-ACTION', 'RRULE:FREQ=WEEKLY', 'X-APPLE-SORT-ORDER:685000000']
  const made = await send('PUT', `${uid}.ics`, body(uid, ...dates('20990105'), ...weekly, ...alarm), {
    ifNoneMatch: '*',
  })
  expect(made.status).toBe(201)
  const { tags, token } = await sync(before.token)
  expect(Object.keys(tags)).toEqual([`${uid}.ics`])
  const own = await send('GET', `${uid}.ics`)
  expect(own.text).toContain('X-WR-ALARMUID:11AA22BB')

  // A completed copy without a rule, and the series at its next date.
  const done = ['SUMMARY:Bins', 'STATUS:COMPLETED', 'COMPLETED:20990105T090000Z', 'PERCENT-COMPLETE:100']
  expect(
    (await send('PUT', `${copy}.ics`, body(copy, ...dates('20990105'), ...done), { ifNoneMatch: '*' })).status,
  ).toBe(201)
  const next = body(uid, ...dates('20990112'), ...weekly, ...alarm)
  expect((await send('PUT', `${uid}.ics`, next, { ifMatch: tags[`${uid}.ics`] ?? '' })).status).toBe(204)
  const series = (await listTasks(ana)).map(({ title, status, dueDate }) => [title, status, dueDate?.slice(0, 10)])
  expect(series.sort()).toEqual([
    ['Bins', 'Completed', '2099-01-05'],
    ['Bins', 'Pending', '2099-01-12'],
  ])
  const later = await sync(token)
  expect(Object.keys(later.tags).sort()).toEqual([`${uid}.ics`, `${copy}.ics`].sort())
  // Reminders has no report of another kind in mind if this one fails.
  const unknown = await send('REPORT', path, xml(`<d:expand-property ${spaces}/>`))
  expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('supported-report')])
  expect(tagIn(later.text)).not.toBe('')
})

test('Thunderbird completes a recurrence beside its to-do, and the to-do goes on under the same name', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const task = await addTask(ana, {
    title: 'Report',
    dueDate: '2099-01-05',
    repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
  })
  const { send } = await davClient(app, ana)
  const { text, headers } = await send('GET', `${task._id}.ics`)
  const done = [
    ...['END:VTODO', 'BEGIN:VTODO', `UID:${task._id}`, 'SUMMARY:Report', 'RECURRENCE-ID;VALUE=DATE:20990105'],
    ...['STATUS:COMPLETED', 'PERCENT-COMPLETE:100', 'COMPLETED:20990105T101500Z', 'END:VTODO'],
  ].join('\r\n')
  const split = text.replace('END:VTODO', done)
  expect((await send('PUT', `${task._id}.ics`, split, { ifMatch: `${headers.etag}` })).status).toBe(204)
  const series = (await listTasks(ana)).map(({ status, dueDate }) => [status, dueDate?.slice(0, 10)])
  expect(series.sort()).toEqual([
    ['Completed', '2099-01-05'],
    ['Pending', '2099-01-12'],
  ])
  const next = await send('GET', `${task._id}.ics`)
  expect(next.text).toContain('DUE;VALUE=DATE:20990112')
  expect(next.text).not.toContain('RECURRENCE-ID')
  expect((await undo(ana)).status).toBe(200)
  expect((await listTasks(ana)).map(({ status }) => status)).toEqual(['Pending'])
})
