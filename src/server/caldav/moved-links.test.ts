import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { davClient } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

test.for(engines)(
  '%s: a task that waited for a completed recurrence does not wait for the next one',
  async (engine) => {
    const app = await testApp({ engine })
    const ana = app.as('ana')
    const repeat = { rule: 'FREQ=WEEKLY', from: 'due' }
    const first = await addTask(ana, { title: 'Backup', dueDate: '2099-01-05', repeat })
    const waiting = await addTask(ana, { title: 'Update', dueDate: null, blockedBy: [first._id] })
    const client = await davClient(app, ana)
    const [name, other] = [`${first._id}.ics`, `${waiting._id}.ics`]
    const before = await client.send('GET', other)
    const { token } = await client.sync()
    const { text } = await client.send('GET', name)
    const moved = text
      .replace(/PRODID:[^\r]*/, 'PRODID:+//IDN tasks.org//android-130000//EN')
      .replaceAll('20990105', '20990112')
    expect((await client.send('PUT', name, moved)).status).toBe(204)

    const renamed = before.text.replace('SUMMARY:Update', 'SUMMARY:Update the server')
    expect((await client.send('PUT', other, renamed, { ifMatch: `${before.headers.etag}` })).status).toBe(412)
    expect(Object.keys((await client.sync(token)).tags)).toContain(other)
    const after = await client.send('GET', other)
    const again = after.text.replace('SUMMARY:Update', 'SUMMARY:Update the server')
    expect((await client.send('PUT', other, again, { ifMatch: `${after.headers.etag}` })).status).toBe(204)
    const found = (await listTasks(ana)).find(({ _id }) => _id === waiting._id)
    expect(found).toMatchObject({ title: 'Update the server', blockedBy: [first._id] })
  },
)
