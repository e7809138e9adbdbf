import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

test.for(engines)('%s: reminders keep their times when the user moves to another time zone', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const moveTo = (timeZone: string) => ana.put('/auth/preferences', { timeZone })
  await moveTo('Europe/Berlin')
  const task = await addTask(ana, { title: 'Call', dueDate: '2027-01-31', reminders: ['due-0T09:00'] })
  const plain = await addTask(ana, { title: 'Without a reminder', dueDate: '2027-01-31' })
  const client = await davClient(app, ana)
  const [name, other] = [`${task._id}.ics`, `${plain._id}.ics`]
  const before = await client.sync()
  const { text, headers } = await client.send('GET', name)
  expect(text).toContain('TRIGGER;VALUE=DATE-TIME:20270131T080000Z')

  await moveTo('America/New_York')
  // The client lists all again, and reads the tasks whose alarms have moved.
  expect((await client.sync(before.token)).text).toContain('<D:valid-sync-token/>')
  const after = await client.sync()
  expect(after.tags[other]).toBe(before.tags[other])
  expect(after.tags[name]).not.toBe(before.tags[name])
  // A change of the to-do as it was before would bring its alarm as 03:00.
  const renamed = text.replace('SUMMARY:Call', 'SUMMARY:Call Bo')
  expect((await client.send('PUT', name, renamed, { ifMatch: `${headers.etag}` })).status).toBe(412)
  const again = await client.send('GET', name)
  expect(again.text).toContain('TRIGGER;VALUE=DATE-TIME:20270131T140000Z')
  const written = again.text.replace('SUMMARY:Call', 'SUMMARY:Call Bo')
  expect((await client.send('PUT', name, written, { ifMatch: `${after.tags[name]}` })).status).toBe(204)
  expect(await listTasks(ana)).toContainEqual(
    expect.objectContaining({ title: 'Call Bo', reminders: ['due-0T09:00'], version: 2 }),
  )
})

test('an end of a repetition that an app has written as a moment is not moved by another time zone', async () => {
  const app = await testApp()
  const ana = app.as('ana')
  const client = await davClient(app, ana)
  await ana.put('/auth/preferences', { timeZone: 'Europe/Berlin' })
  const rule = 'RRULE:FREQ=DAILY;UNTIL=20271231T233000Z'
  await client.send('PUT', 'a.ics', todoText('a', 'SUMMARY:Water', 'DUE;VALUE=DATE:20270131', rule))
  const { text, headers } = await client.send('GET', 'a.ics')
  expect(text).toContain(rule)
  await ana.put('/auth/preferences', { timeZone: 'America/New_York' })
  const renamed = text.replace('SUMMARY:Water', 'SUMMARY:Plants')
  expect((await client.send('PUT', 'a.ics', renamed, { ifMatch: `${headers.etag}` })).status).toBe(412)
  expect(await listTasks(ana)).toMatchObject([{ repeat: { rule: 'FREQ=DAILY;UNTIL=20280101' } }])
})
