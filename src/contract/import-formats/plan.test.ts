import { expect, test } from 'vitest'
import { type Here, type PlanChoices, planImport, planInWords, usualChoices } from './plan.ts'

const nothing: Here = { changed: [], same: [], trashed: [], gone: [], conflicts: [], alike: [] }
const file = [
  { _id: 'new', title: 'New', partOf: 'done', blockedBy: ['here', 'alike', 'done'] },
  { _id: 'here', title: 'Here' },
  { _id: 'changed', title: 'Changed', partOf: 'here' },
  { _id: 'alike', title: 'Alike' },
  { _id: 'done', title: 'Done', status: 'Completed' as const },
  { _id: 'trashed', title: 'Trashed' },
  { _id: 'gone', title: 'Gone' },
].map((task, index) => ({ line: index + 10, task }))
const found = { ...nothing, changed: [3], same: [2], trashed: [6], gone: [7], alike: [{ line: 4, _id: 'mine' }] }

const planned = (choices: Partial<PlanChoices>) => {
  const plan = planImport(file, found, { ...usualChoices, ...choices }, 'seed')
  return { titles: plan.tasks.map(({ task }) => task.title), words: planInWords(plan), plan }
}

test('usually, tasks that are here are updated, and those that look like one are left out', () => {
  const { titles, words, plan } = planned({})
  expect([titles, words]).toEqual([['New', 'Here', 'Changed', 'Done', 'Trashed', 'Gone'], 'Import 2 tasks, update 1'])
  expect(plan.completed).toBe(1)
  expect(plan.tasks[0]?.task).toMatchObject({ partOf: 'done', blockedBy: ['here', 'mine', 'done'] })
})

test('the number follows the choices, and links follow the tasks', () => {
  expect(planned({ here: 'skip' }).words).toBe('Import 2 tasks')
  expect(planned({ alike: 'import' }).words).toBe('Import 3 tasks, update 1')
  expect(planned({ restore: true }).words).toBe('Import 2 tasks, update 2')
  const open = planned({ completed: false, here: 'skip', alike: 'import' })
  expect(open.titles).toEqual(['New', 'Alike', 'Trashed', 'Gone'])
  expect(open.plan.tasks[0]?.task).toMatchObject({ partOf: null, blockedBy: ['here', 'alike'] })
})

test('copies of tasks that already exist get new ids, which follow from a seed', () => {
  const { titles, plan } = planned({ here: 'import' })
  expect(titles).toEqual(['New', 'Here', 'Changed', 'Done', 'Trashed', 'Gone'])
  const [first, here, changed] = plan.tasks.map(({ task }) => task)
  expect(here?._id).not.toBe('here')
  expect([first?.blockedBy?.[0], changed?.partOf]).toEqual([here?._id, here?._id])
  expect(planned({ here: 'import' }).plan).toEqual(plan)
  expect(planImport(file, found, { ...usualChoices, here: 'import' }, 'other').tasks[1]?.task._id).not.toBe(here?._id)
  expect(planInWords({ created: 0, updated: 1 })).toBe('Update 1 task')
})
