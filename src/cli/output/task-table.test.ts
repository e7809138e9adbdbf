import { expect, test } from 'vitest'
import type { Task } from '../../contract/schemas/tasks.ts'
import { initialValues } from '../../contract/task-fields.ts'
import { taskTable } from './task-table.ts'

const task = (number: number, values: Partial<Task>): Task => ({
  ...{ _id: String(number), number, title: 'Task', version: 1, createdAt: '', updatedAt: '', completedAt: null },
  ...{ position: 1, fileCount: 0 },
  ...initialValues,
  ...values,
})

test('a part names its parent, also if the parent is not listed', () => {
  const all = [task(1, { title: 'Release 2.4' }), task(2, { title: 'Write notes', partOf: '1' })]
  const shown = { style: (_: string, text: string) => text, today: '2026-11-17', all }
  expect(taskTable(all.slice(1), shown, 120)).toContain('Write notes  ↳ of Release 2.4')
  expect(taskTable(all, shown, 120).split('\n')[0]).not.toContain('↳')
  // A narrow terminal has room for the title only.
  expect(taskTable(all.slice(1), shown, 30)).not.toContain('↳')
})
