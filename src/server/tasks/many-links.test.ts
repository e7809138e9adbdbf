import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { type Engine, engines } from '../../../test/database.ts'
import { addTask } from '../../../test/tasks.ts'
import type { LinkedTask } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import { maxMovedParts } from './link-checks.ts'
import { maxFollowed } from './link-walk.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Ana with task 1 and copies of it up to `count`, whose links `linksOf` chooses. */
async function crowd(engine: Engine, count: number, linksOf: (number: number) => Partial<TaskRow>) {
  const app = await testApp({ engine })
  const ana = app.as('ana')
  await addTask(ana)
  const row = await app.database.db.selectFrom('tasks').selectAll().executeTakeFirstOrThrow()
  const rows = Array.from({ length: count - 1 }, (_, index) => {
    const number = index + 2
    return { ...row, number, id: idOf(number), json_format: 0, ...linksOf(number) }
  })
  await insert(app.database, rows)
  await app.database.db.updateTable('decks').set({ last_number: count }).execute()
  const link = (from: number, kind: string, to: number) =>
    ana.post(`/tasks/task/${from}/links`, { kind, to: String(to) })
  return { ...app, ana, link }
}

async function insert({ db }: Database, rows: TaskRow[]) {
  for (let first = 0; first < rows.length; first += 500)
    await db
      .insertInto('tasks')
      .values(rows.slice(first, first + 500))
      .execute()
}

const blockedBy = (number: number) => ({ blocked_by: JSON.stringify([idOf(number)]) })

test.for(engines)('%s: the refusal of a long cycle names a few of its tasks', async (engine) => {
  const { link } = await crowd(engine, 700, (number) => (number < 700 ? blockedBy(number + 1) : {}))
  const refused = await link(700, 'blocked by', 2)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringMatching(
      /^#\d+ would wait for itself: it is blocked by (#\d+, which is blocked by ){3}694 more tasks in a row, which is blocked by #\d+, which is blocked by #\d+\. Nothing was changed\.$/,
    ),
  ])
  // Task 1 waits for all of them.
  expect((await link(1, 'blocked by', 2)).status).toBe(201)
})

test.for(engines)(
  '%s: a change follows a limited number of blockers, and only from the new ones',
  { tags: 'long' },
  async (engine) => {
    const count = maxFollowed + 50
    const { ana, link } = await crowd(engine, count, (number) =>
      number > 2 && number < count ? blockedBy(number + 1) : {},
    )
    const refused = await link(1, 'blocked by', 3)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `A task cannot be blocked by one that waits for so many others: a change follows at most ${maxFollowed} blockers, directly or through others. Remove links between these tasks first. Nothing was changed.`,
    ])
    // Another blocker of the first task of the chain, the removal of a link, and other values need no walk along the chain.
    expect((await link(3, 'blocked by', 2)).status).toBe(201)
    expect((await ana.put('/tasks/updateTask/3', { title: 'Renamed' })).status).toBe(200)
    expect((await ana.delete('/tasks/task/3/links/blocked%20by/2')).status).toBe(200)
    expect((await link(1, 'blocked by', 100)).status).toBe(201)
  },
)

test.for(engines)(
  '%s: a task with very many parts stays where it is, and its parts can move',
  { tags: 'long' },
  async (engine) => {
    const { link } = await crowd(engine, maxMovedParts + 10, (number) => (number > 3 ? { part_of: idOf(2) } : {}))
    const refused = await link(2, 'part of', 3)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `A task with more than ${maxMovedParts} parts cannot become a part of another one. Nothing was changed.`,
    ])
    expect((await link(1, 'part of', 2)).status).toBe(201)
    expect((await link(5, 'part of', 3)).status).toBe(201)
  },
)

test.for(engines)('%s: the links of a task are listed up to a limit, and the rest is counted', async (engine) => {
  const { listedLinks } = taskLimits
  const count = 2 * listedLinks + 20
  const { ana, database } = await crowd(engine, count, (number) =>
    number > count - listedLinks - 5 ? blockedBy(2) : number > 2 ? { part_of: idOf(2) } : {},
  )
  const at = new Date().toISOString()
  await database.db
    .updateTable('tasks')
    .set({ trashed_at: at })
    .where('number', 'in', [3, 4, listedLinks + 10])
    .execute()
  const { links, more } = (await ana.get('/tasks/task/2/links')).body as { links: LinkedTask[]; more: number }
  const kinds = Map.groupBy(links, ({ kind, direction }) => `${kind} ${direction}`)
  expect([...kinds].map(([kind, all]) => [kind, all.length])).toEqual([
    ['part of in', listedLinks],
    ['blocked by in', listedLinks],
  ])
  // 513 parts, 3 of them in the trash, and 505 tasks that wait.
  expect(more).toBe(10 + 5)
  expect((await ana.get('/tasks/task/1/links')).body).toEqual({ links: [], more: 0 })
})
