import { createDAVClient } from 'tsdav'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient, todoText } from '../../../test/caldav.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

/** A server at a real socket, with a user and an account for a client. */
async function served() {
  const app = await testApp({ listens: true })
  const ana = app.as('ana')
  const { email, token } = await davClient(app, ana, { name: 'Client' })
  const address = app.app.server.address()
  if (!address || typeof address === 'string') throw new Error('The server has no port')
  return { ana, account: { url: `http://127.0.0.1:${address.port}/dav/`, email, token } }
}

test('tsdav finds the list, reads, adds, changes, follows and deletes to-dos', async () => {
  const { ana, account } = await served()
  const task = await addTask(ana, { title: 'Read', dueDate: '2027-01-31' })
  const client = await createDAVClient({
    serverUrl: account.url,
    credentials: { username: account.email, password: account.token },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  })
  const [calendar] = await client.fetchCalendars()
  if (!calendar) throw new Error('There is no list')
  expect(calendar).toMatchObject({ displayName: 'Taskdeck', components: ['VTODO'] })
  const filters = [
    { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': { _attributes: { name: 'VTODO' } } } },
  ]
  const objects = await client.fetchCalendarObjects({ calendar, filters })
  expect(objects.map(({ data }) => data)).toEqual([expect.stringContaining('SUMMARY:Read')])
  const made = await client.createCalendarObject({
    ...{ calendar, filename: 'mine.ics', iCalString: todoText('mine', 'SUMMARY:Mine', 'X-OWN:1') },
  })
  expect(made.status).toBe(201)
  const [object] = objects
  if (!object) throw new Error('There is no to-do')
  const changed = { ...object, data: `${object.data}`.replace('SUMMARY:Read', 'SUMMARY:Read again') }
  expect((await client.updateCalendarObject({ calendarObject: changed })).status).toBe(204)
  expect((await listTasks(ana)).map(({ title }) => title).sort()).toEqual(['Mine', 'Read again'])
  // The tag is that of the former version, and the title was changed since.
  const stale = { ...object, data: `${object.data}`.replace('SUMMARY:Read', 'SUMMARY:Other') }
  expect((await client.updateCalendarObject({ calendarObject: stale })).status).toBe(412)
  const synced = await client.smartCollectionSync({
    ...{
      collection: { ...calendar, objects, objectMultiGet: client.calendarMultiGet },
      method: 'webdav',
      detailedResult: true,
    },
  })
  expect(synced.objects.created.map(({ data }) => data)).toEqual([expect.stringContaining('X-OWN:1')])
  expect(synced.objects.updated.map(({ data }) => data)).toEqual([expect.stringContaining('SUMMARY:Read again')])
  const [updated] = synced.objects.updated
  if (updated) expect((await client.deleteCalendarObject({ calendarObject: updated })).status).toBe(204)
  expect((await listTasks(ana)).map(({ _id }) => _id)).not.toContain(task._id)
})
