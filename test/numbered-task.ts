import type { Task } from '../src/contract/schemas/tasks.ts'
import { initialValues } from '../src/contract/task-fields.ts'

/** A task as the browser has it, with this number and the id `id1`, `id2` and so on. */
export const numberedTask = (number: number, fields: Partial<Task> = {}): Task => ({
  ...initialValues,
  _id: `id${number}`,
  number,
  title: `Task ${number}`,
  version: 1,
  createdAt: '',
  updatedAt: '',
  fileCount: 0,
  completedAt: null,
  position: number,
  ...fields,
})
