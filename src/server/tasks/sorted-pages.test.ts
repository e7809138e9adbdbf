import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { cases } from '../../../test/cases.ts'
import { engines } from '../../../test/database.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { PageQuery } from '../../contract/schemas/task-queries.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { rank } from '../../contract/task-lists/rank.ts'
import { sortTasks } from '../../contract/task-lists/sort.ts'
import { type SortKey, sortKeys } from '../../contract/task-lists/sort-keys.ts'
import { priorities, type SortOrder, sortOrders, statuses } from '../../contract/tasks.ts'

const today = '2026-11-16'
const days = [null, '2026-11-10', today, '2026-11-17', '2027-01-01', '9999-12-31']

test.for(engines)('%s: pages have the tasks and the order of the whole list', async (engine) => {
  const { as } = await testApp({ engine })
  const ana = as('ana')
  const made = fc.record({
    title: fc.constantFrom('Write', 'write', 'Äpfel', 'Zoo', 'a'),
    status: fc.constantFrom(...statuses),
    priority: fc.constantFrom(...priorities),
    dueDate: fc.constantFrom(...days),
    startDate: fc.constantFrom(...days),
    labels: fc.constantFrom([], ['auth']),
  })
  const tasks = fc.sample(fc.array(made, { minLength: 40, maxLength: 40 }), { seed: 1, numRuns: 1 })[0] ?? []
  await ana.post('/tasks/bulkCreateTasks', { tasks })
  for (const [task, blockers] of [
    [3, [1, 2]],
    [4, [1]],
    [5, [1]],
    [6, [7]],
    [8, [39, 40]],
  ] as const) {
    await ana.put(`/tasks/updateTask/${task}`, { blockedBy: blockers.map(String) })
  }
  for (const part of [11, 12, 13]) await ana.put(`/tasks/updateTask/${part}`, { partOf: '#10' })
  const all = await listTasks(ana)
  const page = async (query: Record<string, string>) =>
    (await ana.get(`/tasks/page?${new URLSearchParams(query)}`)).body as { total: number; tasks: Task[] }
  const range = fc.record({ limit: fc.integer({ min: 1, max: 50 }), offset: fc.integer({ min: 0, max: 45 }) })

  await fc.assert(
    fc.asyncProperty(
      range,
      fc.constantFrom(...sortKeys),
      fc.constantFrom(...sortOrders),
      fc.constantFrom<Partial<PageQuery>>(
        {},
        { open: 'true' },
        { status: 'Pending' },
        { label: 'auth' },
        { partOf: '#10' },
      ),
      async ({ limit, offset }, sort: SortKey, order: SortOrder, filter) => {
        const expected = sortTasks(
          all.filter(
            (task) =>
              (!filter.open || task.status !== 'Completed') &&
              (!filter.status || task.status === filter.status) &&
              (!filter.label || task.labels.includes('auth')) &&
              (!filter.partOf || task.partOf === all.find(({ number }) => number === 10)?._id),
          ),
          { by: sort, order },
        )
        const found = await page({ ...filter, sort, order, limit: `${limit}`, offset: `${offset}` } as Record<
          string,
          string
        >)
        expect(found).toEqual({ total: expected.length, tasks: expected.slice(offset, offset + limit) })
      },
    ),
    { seed: 2, numRuns: cases(25, 300) },
  )

  const ranked = rank(all, today)
  const found = await page({ sort: 'urgency', today, limit: '500' })
  expect(found).toEqual({
    total: ranked.length,
    tasks: ranked.map(({ task }) => task),
    reasons: Object.fromEntries(ranked.map(({ task, reasons }) => [task._id, reasons])),
  })
  expect(ranked.some(({ reasons }) => reasons.some((reason) => reason.endsWith('for it')))).toBe(true)
})

test.for(engines)('%s: all tasks can be read by id, batch by batch', async (engine) => {
  const { as } = await testApp({ engine })
  const ana = as('ana')
  for (const title of ['a', 'b', 'c', 'd', 'e']) await addTask(ana, { title })
  await ana.delete('/tasks/deleteTask/2')
  const titles: string[] = []
  let after = ''
  do {
    const { body } = await ana.get(`/tasks/page?sort=id&limit=2${after && `&after=${after}`}`)
    titles.push(...body.tasks.map((task: Task) => task.title))
    after = body.nextAfter ?? ''
  } while (after)
  expect(titles).toEqual(['e', 'd', 'c', 'a'])
})

test('a page that cannot be given says why', async () => {
  const { as } = await testApp()
  const ana = as('ana')
  const refused = async (query: string) => (await ana.get(`/tasks/page?${query}`)).body.message
  expect(await refused('limit=501')).toBe('limit must be at most 500.')
  expect(await refused('offset=10001')).toBe('offset must be at most 10000. Filter more closely to see others.')
  expect(await refused('sort=urgency')).toBe('today is required to sort by urgency, such as today=2026-11-14.')
})
