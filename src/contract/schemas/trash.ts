import { type Static, Type } from 'typebox'
import { trashDays } from '../trash.ts'
import { file, fileParams } from './files.ts'
import { integerOrNull } from './parts.ts'
import { taskId } from './task-id.ts'
import { sentTask, type Task, task } from './tasks.ts'

const params = Type.Object({ id: taskId })
const message = Type.String()
const trashedTask = Type.Unsafe<Task & { trashedAt: string }>(Type.Object({ ...sentTask, trashedAt: Type.String() }))
const trashedFile = Type.Object({
  ...file.properties,
  removedAt: Type.String(),
  task: Type.Object({ _id: Type.String(), number: Type.Integer(), title: Type.String() }),
})

export const trashSchemas = {
  list: {
    summary: `What was deleted within the last ${trashDays} days, newest first: tasks, and files of tasks that are still there`,
    result: Type.Object({ tasks: Type.Array(trashedTask), files: Type.Array(trashedFile) }),
  },
  restore: {
    summary: 'Take a task out of the trash',
    params,
    result: Type.Object({ message, task, change: integerOrNull }),
  },
  purge: {
    summary: 'Delete a task in the trash for good, with its files and its history',
    params,
    result: Type.Object({ message }),
  },
  restoreFile: {
    summary: 'Take a file out of the trash',
    params: fileParams,
    result: Type.Object({ message, file, change: integerOrNull }),
  },
  purgeFile: { summary: 'Delete a file in the trash for good', params: fileParams, result: Type.Object({ message }) },
  empty: { summary: 'Delete everything in the trash for good', result: Type.Object({ message }) },
}

export type TrashedTask = Static<typeof trashedTask>
export type TrashedFile = Static<typeof trashedFile>
