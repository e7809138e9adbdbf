import { expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { engines } from '../../../test/database.ts'
import { found, listPath } from '../../../test/found.ts'
import { addTask, listTasks } from '../../../test/tasks.ts'
import type { TaskQuery } from '../../contract/schemas/task-queries.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { filterTasks } from '../../contract/task-lists/filter.ts'
import { filterOf } from '../../contract/task-lists/filter-query.ts'

test.for(engines)('%s: a task must match all words and all filters', async (engine) => {
  const ana = (await testApp({ engine })).as('ana')
  const days = ['2026-11-13', '2026-11-14', '2026-11-15', null]
  for (const dueDate of days) {
    for (const status of ['Pending', 'Completed']) {
      for (const priority of ['Low', 'Critical']) {
        for (const labels of [['web'], []])
          await addTask(ana, { title: `on ${dueDate}`, dueDate, status, priority, labels })
      }
    }
  }
  const tasks = await listTasks(ana)
  const filters: TaskQuery[] = [
    { priority: 'Low' },
    { priority: 'High' },
    { priority: '', status: '', q: '' },
    { label: 'web' },
    { label: 'WEB', status: 'Completed' },
    { dueFrom: '2026-11-14' },
    { dueTo: '2026-11-14T00:00:00.000Z' },
    { dueFrom: '2026-11-14T00:00:00.000Z', dueTo: '2026-11-14' },
    { dueFrom: '2026-11-15', dueTo: '2026-11-13' },
    { dueTo: '0001-01-01' },
    { dueFrom: '0001-01-01', dueTo: '9999-12-31' },
    { due: 'none' },
    { due: '' },
    { due: 'none', status: 'Completed', label: 'web' },
    { due: 'none', dueTo: '9999-12-31' },
    { q: 'on 13', priority: 'Critical' },
    { q: 'web', status: 'Pending', priority: 'Critical', label: 'web', dueFrom: '2026-11-14', dueTo: '2026-11-15' },
  ]
  for (const filter of filters) {
    const { status, priority, label, due, dueFrom, dueTo, q = '' } = filter
    const isIn = ({ dueDate }: Task) => {
      const day = dueDate?.slice(0, 10)
      if (due === 'none' && day) return false
      if (day === undefined) return dueFrom === undefined && dueTo === undefined
      return day >= (dueFrom ?? '').slice(0, 10) && day <= (dueTo ?? '9').slice(0, 10)
    }
    const fits = (task: Task) =>
      (!status || task.status === status) &&
      (!priority || task.priority === priority) &&
      (!label || task.labels.includes(label.toLowerCase())) &&
      isIn(task) &&
      q.split(' ').every((word) => `${task.title} ${task.labels}`.includes(word))
    const expected = tasks.filter(fits).map(({ number }) => number)
    expect([filter, await found(ana, filter)]).toEqual([filter, expected])
    // The same filter in memory: there is one language.
    const inMemory = filterTasks(tasks, { ...filterOf(filter), q: '' }, { today: '2026-11-14', weekStart: 'monday' })
    if (!filter.q) expect([filter, inMemory.map(({ number }) => number)]).toEqual([filter, expected])
  }
})

test('an invalid filter is refused by name', async () => {
  const ana = (await testApp()).as('ana')
  const notADay = 'be a day that exists, such as 2026-11-14.'
  const refused = [
    [`q=${'x'.repeat(201)}`, 'q must have at most 200 characters.'],
    ['search=x', 'search is not a known field.'],
    ['q=x&sort=asc', 'sort is not a known field.'],
    ['q=x&q=y', 'q must be a string.'],
    ['priority=Urgent', 'priority must be one of "", Critical, High, Medium, Low.'],
    ['priority=low', 'priority must be one of "", Critical, High, Medium, Low.'],
    ['status=Open', 'status must be one of "", Pending, In Progress, Completed.'],
    ['dueFrom=2026-02-29', `dueFrom must ${notADay}`],
    ['dueFrom=today', `dueFrom must ${notADay}`],
    ['due=today', 'due must be one of "", none, any.'],
    ['dueTo=2026-11-14T12:00:00.000Z', `dueTo must ${notADay}`],
    ['dueTo=', `dueTo must ${notADay}`],
    ['label=%25', 'label must be a label of 1 to 30 letters, digits, - or _.'],
    ['label=%23web', 'label must be a label of 1 to 30 letters, digits, - or _.'],
  ] as const
  for (const [query, message] of refused) {
    const { status, body } = await ana.get(`/tasks/getTasks?${query}`)
    expect([query, status, body]).toEqual([query, 400, { message, code: 'invalid_input' }])
  }
  expect(await found(ana, { q: 'x'.repeat(200) })).toEqual([])
})

test.for(engines)('%s: an unchanged result gets a 304, and a changed or different one is sent', async (engine) => {
  const app = await testApp({ engine })
  const [ana, bo] = [app.as('ana'), app.as('bo')]
  await addTask(ana, { title: 'apple', labels: ['fruit'] })
  await addTask(bo, { title: 'apple', labels: ['fruit'] })
  const ask = (filter: TaskQuery, tag = '', person = ana) =>
    person.send('GET', listPath(filter), undefined, { headers: { 'if-none-match': tag } })
  const filters: TaskQuery[] = [
    {},
    { q: 'apple' },
    { q: 'apples' },
    { label: 'fruit' },
    { priority: 'Low' },
    { status: 'Pending' },
    { dueFrom: '2026-11-14' },
    { dueTo: '2026-11-14' },
    { q: 'fruit' },
    { q: 'Pending' },
    { q: 'apple', label: 'fruit' },
  ]
  const tags = await Promise.all(filters.map(async (filter) => String((await ask(filter)).headers.etag)))
  expect(new Set(tags).size).toBe(filters.length)
  for (const filter of filters) {
    const answers = await Promise.all(tags.map(async (tag) => (await ask(filter, tag)).status))
    expect(answers).toEqual(filters.map((other) => (other === filter ? 304 : 200)))
  }
  expect((await ask({ q: 'apple' }, tags[1], bo)).status).toBe(200)
  await addTask(ana, { title: 'apple pie' })
  const { status, body } = await ask({ q: 'apple' }, tags[1])
  expect([status, body.tasks.length]).toEqual([200, 2])
  expect((await ask({ q: 'apple' }, tags[1])).status).toBe(200)
})
