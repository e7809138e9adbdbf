import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { historyOf, trashOf, undo } from '../../../test/history.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import { makeToken } from '../../../test/tokens.ts'
import { newToken } from '../tokens/token-form.ts'

const propfind = (...names: string[]) => `<propfind xmlns="DAV:"><prop>${names.join('')}</prop></propfind>`

test.for(engines)('%s: a client finds the lists, and writes tasks as changes that can be undone', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const task = await addTask(ana, { title: 'Pay <rent> & heat', dueDate: '2027-01-31' })
  const client = await davClient(app, ana)

  const found = await app.visitor().send('PROPFIND' as 'GET', '/.well-known/caldav')
  expect([found.status, found.location]).toEqual([301, '/dav/'])
  const asked = propfind('<current-user-principal/>', '<x xmlns="urn:y"/>')
  const root = await client.send('PROPFIND', '/dav/', asked, { depth: '0' })
  expect(root.status).toBe(207)
  expect(root.text).toContain(
    `<D:current-user-principal><D:href>/dav/principals/${client.user}/</D:href></D:current-user-principal>`,
  )
  expect(root.text).toContain('<x:x xmlns:x="urn:y"/></D:prop><D:status>HTTP/1.1 404 Not Found')
  const home = await client.send('PROPFIND', client.home, undefined, { depth: '1' })
  expect(home.text).toContain('<D:displayname>Taskdeck</D:displayname>')
  const within = await client.send('PROPFIND', client.path, propfind('<getetag/>'), { depth: '1' })
  expect(within.text.match(/<D:href>/g)).toHaveLength(2)

  const first = await client.sync()
  const tag = '"1-1-0-0-0.0-0-0"'
  expect(first.tags).toEqual({ [`${task._id}.ics`]: tag })
  expect(await client.sync(first.token)).toMatchObject({ tags: {}, token: first.token })
  const { text, headers } = await client.send('GET', `${task._id}.ics`)
  expect([text, headers.etag]).toEqual([expect.stringContaining('SUMMARY:Pay <rent> & heat'), tag])

  await ana.put(`/tasks/updateTask/${task._id}`, { priority: 'High' })
  const write = (summary: string, ifMatch = tag) =>
    client.send('PUT', `${task._id}.ics`, text.replace('Pay <rent> & heat', summary), { ifMatch })
  expect((await write('Pay the rent')).status).toBe(204)
  expect(await listTasks(ana)).toMatchObject([{ title: 'Pay the rent', priority: 'High', version: 3 }])
  expect((await write('Something else')).status).toBe(412)
  expect((await write('Something else', '"1-99-0-0-0.0-0-0"')).status).toBe(412)
  expect((await historyOf(ana, task._id))[0]).toMatchObject({ via: 'token:Tasks.org', kind: 'updated' })
  expect((await undo(ana)).status).toBe(200)
  expect(await listTasks(ana)).toMatchObject([{ title: 'Pay <rent> & heat', priority: 'High' }])
  expect(Object.values((await client.sync(first.token)).tags)).toEqual(['"1-4-0-0-0.0-0-0"'])
})

test.for(engines)(
  '%s: names, UIDs and unknown properties of clients are kept, and other clients hear of them',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const client = await davClient(app, ana)
    const empty = await client.sync()
    const made = todoText('uid-1', 'SUMMARY:From the phone', 'X-APPLE-SORT-ORDER:12')
    expect((await client.send('PUT', 'my%20own.ics', made, { ifNoneMatch: '*' })).status).toBe(201)
    expect((await client.send('PUT', 'my%20own.ics', made, { ifNoneMatch: '*' })).status).toBe(412)
    expect((await client.send('PUT', 'other.ics', made)).status).toBe(409)
    const first = await client.sync(empty.token)
    expect(Object.keys(first.tags)).toEqual(['my%20own.ics'])
    const { text, headers } = await client.send('GET', 'my%20own.ics')
    expect(text).toContain('X-APPLE-SORT-ORDER:12')
    const child = todoText('uid-2', 'SUMMARY:A part', 'RELATED-TO:uid-1')
    expect((await client.send('PUT', 'part.ics', child)).status).toBe(201)
    const [part, whole] = await listTasks(ana)
    expect(part?.partOf).toBe(whole?._id)
    expect((await client.send('GET', 'part.ics')).text).toMatch(/RELATED-TO[^\r]*:uid-1\r/)

    const before = await client.sync(first.token)
    expect(Object.keys(before.tags).sort()).toEqual(['my%20own.ics', 'part.ics'])
    const moved = text.replace('SORT-ORDER:12', 'SORT-ORDER:13')
    expect((await client.send('PUT', 'my%20own.ics', moved, { ifMatch: `${headers.etag}` })).status).toBe(204)
    expect(Object.keys((await client.sync(before.token)).tags)).toEqual(['my%20own.ics'])
    expect((await client.send('GET', 'my%20own.ics')).text).toContain('X-APPLE-SORT-ORDER:13')
    expect((await client.send('PUT', 'my%20own.ics', text, { ifMatch: `${headers.etag}` })).status).toBe(412)

    const { token } = await client.sync(before.token)
    expect((await client.send('DELETE', 'my%20own.ics', undefined, { ifMatch: '"9-1-0-0-0.0-0-0"' })).status).toBe(412)
    expect((await client.send('DELETE', 'my%20own.ics')).status).toBe(204)
    expect((await client.send('DELETE', 'my%20own.ics')).status).toBe(404)
    expect((await trashOf(ana)).tasks).toMatchObject([{ title: 'From the phone' }])
    expect((await client.sync(token)).tags).toMatchObject({ 'my%20own.ics': null })
    // A client that puts it back gets the same task again.
    expect((await client.send('PUT', 'my%20own.ics', moved)).status).toBe(201)
    expect((await listTasks(ana)).map(({ _id }) => _id)).toContain(whole?._id)

    // After one that was deleted for good, nobody knows the name any more, so clients start anew.
    const known = await client.sync()
    await client.send('DELETE', 'my%20own.ics')
    await ana.delete('/tasks/trash')
    const forgotten = await client.sync(known.token)
    expect([forgotten.status, forgotten.text]).toEqual([403, expect.stringContaining('<D:valid-sync-token/>')])
    expect(Object.keys((await client.sync()).tags)).toEqual(['part.ics'])
  },
)

test('properties that Taskdeck does not know make no entry in the history, and stay when a change is undone', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const client = await davClient(app, ana)
  await client.send(
    'PUT',
    'a.ics',
    todoText('a', 'SUMMARY;LANGUAGE=de:Kauf', 'LOCATION:Cellar', 'X-APPLE-SORT-ORDER:1'),
  )
  const [task] = await listTasks(ana)
  const change = async (...lines: string[]) => {
    const { headers } = await client.send('GET', 'a.ics')
    return (await client.send('PUT', 'a.ics', todoText('a', ...lines), { ifMatch: `${headers.etag}` })).status
  }
  expect(await change('SUMMARY:Buy', 'LOCATION:Attic', 'X-APPLE-SORT-ORDER:1')).toBe(204)
  expect(await change('SUMMARY:Buy', 'LOCATION:Attic', 'X-APPLE-SORT-ORDER:2')).toBe(204)
  expect((await historyOf(ana, task?._id ?? '')).map(({ kind }) => kind)).toEqual(['updated', 'created'])
  // The change that the user saw last.
  expect((await undo(ana)).status).toBe(200)
  expect(await listTasks(ana)).toMatchObject([{ title: 'Kauf' }])
  const { text } = await client.send('GET', 'a.ics')
  for (const line of ['SUMMARY:Kauf', 'LOCATION:Attic', 'X-APPLE-SORT-ORDER:2']) expect(text).toContain(`${line}\r\n`)
})

test('a repeating task advances once when a client moves it, and keeps its address', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const task = await addTask(ana, {
    title: 'Water',
    dueDate: '2027-01-04',
    repeat: { rule: 'FREQ=WEEKLY', from: 'due' },
  })
  const client = await davClient(app, ana)
  const name = `${task._id}.ics`
  const { text, headers } = await client.send('GET', name)
  const moved = text
    .replace(/PRODID:[^\r]*/, 'PRODID:+//IDN tasks.org//android-130000//EN')
    .replaceAll('20270104', '20270111')
  const ifMatch = `${headers.etag}`
  expect((await client.send('PUT', name, moved, { ifMatch })).status).toBe(204)
  expect((await client.send('PUT', name, moved, { ifMatch })).status).toBe(412)
  const tasks = await listTasks(ana)
  expect(tasks.map(({ status, dueDate }) => [status, dueDate?.slice(0, 10)])).toEqual([
    ['Pending', '2027-01-11'],
    ['Completed', '2027-01-04'],
  ])
  const after = await client.send('GET', name)
  expect(after.text).toContain('DUE;VALUE=DATE:20270111')
  expect(after.text).toContain(`UID:${task._id}\r`)
  expect(Object.keys((await client.sync()).tags).sort()).toEqual([`${task._id}-done.ics`, name].sort())
  expect((await undo(ana)).status).toBe(200)
  expect(await listTasks(ana)).toMatchObject([{ status: 'Pending', dueDate: '2027-01-04T00:00:00.000Z' }])
})

test('a saved view is a list once its owner offers it, and reaches only its own tasks', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const [home, work] = [await addTask(ana, { labels: ['home'] }), await addTask(ana, { labels: ['work'] })]
  const { view } = (await ana.post('/views', { name: 'At home', address: '/list?label=home' })).body
  const client = await davClient(app, ana, { list: view.id })
  expect((await client.send('PROPFIND', client.path, undefined, { depth: '0' })).status).toBe(404)
  expect((await ana.put('/caldav/views', { views: ['none'] })).status).toBe(404)
  expect((await ana.put('/caldav/views', { views: [view.id] })).body).toMatchObject({ views: [view.id] })
  expect((await ana.get('/caldav')).body).toEqual({ path: '/dav/', views: [view.id] })

  const first = await client.sync()
  expect(Object.keys(first.tags)).toEqual([`${home._id}.ics`])
  expect((await client.send('GET', `${home._id}.ics`)).status).toBe(200)
  const multiget = (...paths: string[]) =>
    `<C:calendar-multiget xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns="DAV:"><prop><C:calendar-data/></prop>${paths.map((path) => `<href>${path}</href>`).join('')}</C:calendar-multiget>`
  const other = `${client.path}${work._id}.ics`
  for (const method of ['GET', 'DELETE']) expect((await client.send(method, other)).status).toBe(404)
  expect((await client.send('PUT', other, todoText(work._id, 'SUMMARY:Taken'))).status).toBe(409)
  const many = await client.send('REPORT', client.path, multiget(`${client.path}${home._id}.ics`, other, '/etc/passwd'))
  expect(many.text.match(/BEGIN:VTODO/g)).toHaveLength(1)
  expect(many.text.match(/404 Not Found/g)).toHaveLength(2)

  await ana.put(`/tasks/updateTask/${home._id}`, { labels: ['work'] })
  expect((await client.sync(first.token)).tags).toEqual({ [`${home._id}.ics`]: null })
  await ana.put(`/views/${view.id}`, { address: '/list?label=work' })
  expect((await client.sync(first.token)).status).toBe(403)
  expect(Object.keys((await client.sync()).tags)).toHaveLength(2)
  await ana.delete(`/views/${view.id}`)
  expect((await client.send('GET', `${home._id}.ics`)).status).toBe(404)
})

test('completed tasks leave the list of all tasks after 90 days, for clients with and without a token', async () => {
  let now = Date.parse('2026-11-19T12:00:00Z')
  const app = await testApp({ dependencies: { clock: () => now } })
  const ana = app.as('ana')
  const [done] = [await addTask(ana), await addTask(ana)]
  await ana.put(`/tasks/updateTask/${done._id}`, { status: 'Completed' })
  const client = await davClient(app, ana)
  const first = await client.sync()
  expect(Object.keys(first.tags)).toHaveLength(2)
  now += 90 * 86_400_000
  expect(Object.keys((await client.sync(first.token)).tags)).toHaveLength(0)
  now += 86_400_000
  expect((await client.sync(first.token)).tags).toEqual({ [`${done._id}.ics`]: null })
  expect(Object.keys((await client.sync()).tags)).toHaveLength(1)
})

test('a client signs in with the email and a token over https or on the same machine, and its scope is respected', async () => {
  const app = await testApp({ config: { trustProxy: ['10.0.0.1'] } })
  const ana = app.as('ana')
  const reader = await davClient(app, ana, { scope: 'read', name: 'Reader' })
  const task = await addTask(ana)
  expect((await reader.send('GET', `${task._id}.ics`)).status).toBe(200)
  const refused = await reader.send('PUT', 'a.ics', todoText('a', 'SUMMARY:a'))
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('may only read')])
  expect((await reader.send('DELETE', `${task._id}.ics`)).status).toBe(403)
  const privileges = await reader.send('PROPFIND', reader.path, propfind('<current-user-privilege-set/>'), {
    depth: '0',
  })
  expect(privileges.text).not.toContain('<D:write/>')

  const { token } = await makeToken(ana, { name: 'phone' })
  const status = async (user: string, password: string, address = '127.0.0.1', more = {}) => {
    const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const program = app.visitor({ address, headers: { authorization, depth: '0', ...more } })
    const { status, headers } = await program.send('PROPFIND' as 'GET', '/dav/')
    return [status, headers['www-authenticate']]
  }
  const challenge = 'Basic realm="Taskdeck", charset="UTF-8"'
  expect(await status('ANA@example.com', token)).toEqual([207, undefined])
  expect(await status('bo@example.com', token)).toEqual([401, challenge])
  expect(await status('ana@example.com', 'password of ana')).toEqual([401, challenge])
  expect((await app.visitor().send('PROPFIND' as 'GET', '/dav/')).headers['www-authenticate']).toBe(challenge)
  // The cookie of a browser does not count.
  expect((await ana.send('PROPFIND' as 'GET', '/dav/')).status).toBe(401)
  expect((await status('ana@example.com', token, '192.0.2.7'))[0]).toBe(403)
  expect((await status('ana@example.com', token, '10.0.0.1', { 'x-forwarded-proto': 'https' }))[0]).toBe(207)
  expect((await status('ana@example.com', token, '127.0.0.1', { origin: 'https://evil.example' }))[0]).toBe(403)
  expect((await app.visitor().send('OPTIONS', '/dav/')).headers.dav).toBe('1, 3, calendar-access')
})

test.for(engines)(
  '%s: guesses of tokens and of names are limited per address, and lock nobody out',
  { tags: 'long' },
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const { token } = await makeToken(ana, { name: 'phone' })
    const status = async (name: string, password: string, address = '127.0.0.1') => {
      const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`
      return (await app.visitor({ address, headers: { authorization, depth: '0' } }).send('PROPFIND' as 'GET', '/dav/'))
        .status
    }
    const unknown = newToken()
    const guesses = [
      ['ana@example.com', unknown],
      ['ana@example.com', `${token}x`],
      ['ana@example.com', 'password of ana'],
      ['bo@example.com', token],
    ] as const
    for (let round = 0; round < 25; round++) {
      expect(await Promise.all(guesses.map(([name, guess]) => status(name, guess)))).toEqual([401, 401, 401, 401])
    }
    expect(await Promise.all(guesses.map(([name, guess]) => status(name, guess)))).toEqual([429, 429, 429, 429])
    // The right token at the same address, and a typing error at another one.
    expect(await status('ana@example.com', token)).toBe(207)
    expect(await status('ana@example.com', unknown, '127.0.0.2')).toBe(401)
  },
)

test('no client reaches anything of another user, with any method', async () => {
  const app = await testApp()
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  const task = await addTask(ana, { title: 'Of Ana' })
  const own = await davClient(app, ana)
  const foreign = await davClient(app, bo)
  const bodies: Record<string, string> = {
    PROPFIND: propfind('<displayname/>', '<getetag/>'),
    PROPPATCH: '<propertyupdate xmlns="DAV:"><set><prop><displayname>x</displayname></prop></set></propertyupdate>',
    REPORT: '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>',
    PUT: todoText(task._id, 'SUMMARY:Taken over'),
  }
  const places = ['', `${task._id}.ics`].map((name) => own.path + name)
  for (const url of [...places, own.home, `/dav/principals/${own.user}/`]) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL', 'LOCK']) {
      const { status, text } = await foreign.send(method, url, bodies[method], { depth: '1' })
      expect([method, url, status, text.includes('Of Ana')]).toEqual([method, url, 404, false])
    }
  }
  const name = `${foreign.path}${task._id}.ics`
  for (const method of ['GET', 'DELETE', 'PROPFIND']) {
    expect((await foreign.send(method, name, undefined, { depth: '0' })).status).toBe(404)
  }
  // A resource of the same name and UID is a task of the other user.
  expect((await foreign.send('PUT', name, bodies.PUT)).status).toBe(201)
  expect(await listTasks(ana)).toMatchObject([{ title: 'Of Ana', version: 1 }])
  expect(await listTasks(bo)).toMatchObject([{ title: 'Taken over' }])
})

test('impossible requests are refused in words that clients understand', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  await addTask(ana, { title: 'One', dueDate: '2027-01-31' })
  const client = await davClient(app, ana)
  const answer = async (method: string, url: string, body?: string, depth?: string) => {
    const { status, text } = await client.send(method, url, body, depth === undefined ? {} : { depth })
    return [status, /<D:error[^>]*><([^/>]+)\/>/.exec(text)?.[1]]
  }
  const query = (filter: string) =>
    `<C:calendar-query xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns="DAV:"><prop><getetag/></prop><C:filter><C:comp-filter name="VCALENDAR">${filter}</C:comp-filter></C:filter></C:calendar-query>`
  const todos = (inner: string) => query(`<C:comp-filter name="VTODO">${inner}</C:comp-filter>`)
  const found = async (report: string) =>
    (await client.send('REPORT', client.path, report)).text.match(/<D:response>/g)?.length ?? 0

  expect(await answer('MKCALENDAR', `${client.home}new/`)).toEqual([403, undefined])
  expect(await answer('LOCK', client.path)).toEqual([405, undefined])
  expect(await answer('GET', client.path)).toEqual([405, undefined])
  expect(await answer('PROPFIND', client.path, undefined, 'infinity')).toEqual([403, 'D:propfind-finite-depth'])
  const names = Array.from({ length: 150 }, (_, index) => `<a${index} xmlns="${'n'.repeat(100)}"/>`)
  expect(await answer('PROPFIND', client.path, propfind(...names), '1')).toEqual([400, undefined])
  expect(await answer('REPORT', client.path, '<expand-property xmlns="DAV:"/>')).toEqual([403, 'D:supported-report'])
  const tokens = ['data:,x', 'data:,another.1.0.20776', 'https://example.com/1']
  for (const token of tokens) expect((await client.sync(token)).text).toContain('<D:valid-sync-token/>')
  expect(await answer('PUT', 'a.ics', 'BEGIN:VCALENDAR')).toEqual([403, 'C:valid-calendar-data'])
  const last = todoText('a', 'SUMMARY:a', 'DUE;VALUE=DATE:99991231', 'RRULE:FREQ=DAILY')
  expect(await answer('PUT', 'a.ics', last)).toEqual([403, 'C:valid-calendar-data'])
  expect(await answer('PUT', 'a.ics', todoText('a', `SUMMARY:${'x'.repeat(300_000)}`))).toEqual([
    413,
    'C:max-resource-size',
  ])
  const patched = await client.send(
    'PROPPATCH',
    client.path,
    '<propertyupdate xmlns="DAV:"><set><prop><calendar-color xmlns="http://apple.com/ns/ical/">#f00</calendar-color></prop></set></propertyupdate>',
  )
  expect([patched.status, patched.text]).toEqual([207, expect.stringContaining('HTTP/1.1 403 Forbidden')])

  expect(await found(query(''))).toBe(1)
  expect(await found(query('<C:comp-filter name="VEVENT"/>'))).toBe(0)
  expect(await found(todos('<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>'))).toBe(1)
  expect(await found(todos('<C:prop-filter name="SUMMARY"><C:text-match>oNe</C:text-match></C:prop-filter>'))).toBe(1)
  const not = '<C:text-match negate-condition="yes">one</C:text-match>'
  expect(await found(todos(`<C:prop-filter name="SUMMARY">${not}</C:prop-filter>`))).toBe(0)
  expect(await found(todos('<C:time-range start="20270130T000000Z" end="20270202T000000Z"/>'))).toBe(1)
  expect(await found(todos('<C:time-range start="20280130T000000Z"/>'))).toBe(0)
  expect(
    await answer('REPORT', client.path, todos('<C:prop-filter name="A"><C:param-filter name="B"/></C:prop-filter>')),
  ).toEqual([403, 'C:supported-filter'])
})
