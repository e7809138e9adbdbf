import { api } from '../contract/calls/api.ts'
import { AppError } from '../contract/errors.ts'
import { isOpen } from '../contract/task-lists/link-index.ts'
import type { Status } from '../contract/tasks.ts'
import type { Dependencies } from './dependencies.ts'

/**
 * The version on which a new status of a task is based, if the agent gives none: the current one, so that a status that somebody else sets
 * at the same moment is not overwritten. Fails if the task is completed: an agent that has not seen that would open it again.
 */
export async function versionToChange(
  { call }: Dependencies,
  id: string,
  status: Status | undefined,
): Promise<number | undefined> {
  if (status === undefined || !isOpen({ status })) return undefined
  const task = await call(api.tasks.find, { params: { id } })
  if (isOpen(task)) return task.version
  throw new AppError(
    'conflict',
    `Task #${task.number} is completed. If you did not know that, leave it so and tell the user. To open it again, call update_task with version ${task.version}.`,
  )
}
