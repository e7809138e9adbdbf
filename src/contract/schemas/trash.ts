import { type Static, Type } from 'typebox'
import { trashDays } from '../trash.ts'
import { file, fileParams } from './files.ts'
import { changeNumbers } from './shapes.ts'
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
    summary: `List the tasks that were deleted within the last ${trashDays} days, and the deleted files of other tasks, newest first`,
    result: Type.Object({ tasks: Type.Array(trashedTask), files: Type.Array(trashedFile) }),
  },
  restore: {
    summary: 'Restore a task from the trash',
    params,
    result: Type.Object({ message, task, ...changeNumbers }),
  },
  purge: {
    summary: 'Delete a task in the trash permanently, with its files and its history',
    params,
    result: Type.Object({ message }),
  },
  restoreFile: {
    summary: 'Restore a file from the trash',
    params: fileParams,
    result: Type.Object({ message, file, ...changeNumbers }),
  },
  purgeFile: {
    summary: 'Delete a file in the trash permanently',
    params: fileParams,
    result: Type.Object({ message }),
  },
  empty: {
    summary:
      'Delete everything in the trash permanently. A call takes at most about 15 seconds: if the response has more, call again for the rest.',
    result: Type.Object({ message, more: Type.Optional(Type.Boolean()) }),
  },
}

export type TrashedTask = Static<typeof trashedTask>
export type TrashedFile = Static<typeof trashedFile>
