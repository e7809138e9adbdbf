import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type DavClient, davClient, todoText } from '../../../test/caldav.ts'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'

/** A client that takes a limited number of results at a time. */
function limitedClient({ sync }: Pick<DavClient, 'sync'>) {
  const known: Record<string, string> = {}
  let token = ''
  return {
    known,
    /** Asks once. Returns whether there is more. */
    async step(limit: number): Promise<boolean> {
      const { status, tags, token: next, hasMore } = await sync(token, limit)
      expect(status).toBe(207)
      expect(Object.keys(tags).length).toBeLessThanOrEqual(limit)
      for (const [name, tag] of Object.entries(tags)) {
        if (tag === null) delete known[name]
        else known[name] = tag
      }
      token = next
      return hasMore
    },
  }
}

test.for(engines)('%s: a client that limits the results gets all of them with the next tokens', async (engine) => {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  const client = await davClient(app, ana)
  for (let count = 0; count < 5; count++) await addTask(ana, { title: `Task ${count}` })
  const first = await client.sync('', 2)
  expect([Object.keys(first.tags).length, first.hasMore]).toEqual([2, true])
  expect(first.text).toContain(
    `<D:response><D:href>${client.path}</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status><D:error><D:number-of-matches-within-limits/></D:error></D:response>`,
  )
  const second = await client.sync(first.token, 2)
  const third = await client.sync(second.token, 2)
  expect([second.hasMore, Object.keys(third.tags).length, third.hasMore]).toEqual([true, 1, false])
  const all = await client.sync()
  expect({ ...first.tags, ...second.tags, ...third.tags }).toEqual(all.tags)
  expect(third.token).toBe(all.token)
  expect((await client.sync('', 5)).hasMore).toBe(false)
  // The rest may be asked for without a limit, too.
  expect(Object.keys((await client.sync(first.token)).tags)).toHaveLength(3)

  expect((await client.sync('', 0)).text).toContain('<D:number-of-matches-within-limits/>')
  expect((await client.sync(`${all.token}.1.2.x`)).status).toBe(403)
})

test('however a client limits its results, and whatever changes in between, it knows everything in the end', async () => {
  const app = await testApp({ config: { signupsPerHour: 1_000_000 } })
  let people = 0
  const step = fc.record({
    name: fc.constantFrom('sync', 'sync', 'sync', 'add', 'change', 'trash', 'restore', 'own'),
    pick: fc.nat({ max: 11 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const ana = app.as(`ana${++people}`)
      const dav = await davClient(app, ana)
      const client = limitedClient(dav)
      const trashed: string[] = []
      for (let count = 0; count < 8; count++) await addTask(ana, { title: `${count}` })
      for (const [index, { name, pick }] of steps.entries()) {
        const tasks = await listTasks(ana)
        const task = tasks[pick % Math.max(1, tasks.length)]
        if (name === 'sync') await client.step((pick % 4) + 1)
        else if (name === 'add') await addTask(ana, { title: `New ${index}` })
        else if (name === 'own') await dav.send('PUT', `own${index}.ics`, todoText(`own${index}`, `SUMMARY:${index}`))
        else if (name === 'restore') await ana.post(`/tasks/trash/${trashed.pop()}/restore`, {})
        else if (task && name === 'change')
          await ana.put(`/tasks/updateTask/${task._id}`, { title: `Changed ${index}` })
        else if (task) {
          await ana.delete(`/tasks/deleteTask/${task._id}`)
          trashed.push(task._id)
        }
      }
      // The answer to the last of several may be about an earlier moment.
      while (await client.step(3));
      while (await client.step(3));
      expect(client.known).toEqual((await dav.sync()).tags)
    }),
    { seed: 3, numRuns: cases(4, 150), endOnFailure: true },
  )
})
