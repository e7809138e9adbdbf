import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type DavClient, davClient } from '../../../test/caldav.ts'
import { engines } from '../../../test/database.ts'
import { copyEvent, copyTask } from '../../../test/many-tasks.ts'
import { addTask } from '../../../test/tasks.ts'
import { unnamed } from './todos.ts'

/** Whether a client is told to start anew. Its token is valid otherwise. */
async function startsAnew({ sync }: DavClient, token: string): Promise<boolean> {
  const { status, text } = await sync(token)
  return status === 403 && text.includes('<D:valid-sync-token/>')
}

test.for(engines)(
  '%s: after more than 5,000 changes of tasks, a client starts anew',
  { tags: 'long' },
  async (engine) => {
    const { database, ...app } = await testApp({ engine })
    const ana = app.as('ana')
    const task = await addTask(ana)
    const client = await davClient(app, ana)
    const { token, tags } = await client.sync()
    await copyEvent(database, 1, 5_000)
    expect(await client.sync(token)).toMatchObject({ status: 207, tags })
    await ana.put(`/tasks/updateTask/${task._id}`, { title: 'One more' })
    expect(await startsAnew(client, token)).toBe(true)
    expect((await client.sync()).tags).not.toEqual(tags)
  },
)

test.for(engines)(
  '%s: after more than 5,000 changes of unknown properties, a client starts anew',
  { tags: 'long' },
  async (engine) => {
    const { database, ...app } = await testApp({ engine })
    const ana = app.as('ana')
    const task = await addTask(ana)
    const client = await davClient(app, ana)
    const { token } = await client.sync()
    const ids = await copyTask(database, task._id, 5_001)
    for (let first = 0; first < ids.length; first += 1_000) {
      const rows = ids.slice(first, first + 1_000).map((id, index) => ({
        ...{ ...unnamed(id), user_id: client.user, kept: 'BEGIN:KEPT\nX-A:1\nEND:KEPT', revision: first + index + 1 },
      }))
      await database.db.insertInto('caldav_todos').values(rows).execute()
    }
    expect(await startsAnew(client, token)).toBe(true)
  },
)
