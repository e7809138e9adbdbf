import type { Task } from '../../contract/schemas/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { namesOf } from './task-words.ts'
import { useChange } from './use-change.ts'
import type { TaskList } from './use-task-list.ts'

/** Completes tasks, or reopens them if all are completed: by key those that the list targets, by its button the task of a card. */
export function useComplete(list: Pick<TaskList, 'targets'>) {
  const change = useChange()
  const complete = async (...tasks: Task[]) => {
    if (!tasks.length) return
    const status = tasks.every((task) => task.status === 'Completed') ? 'Pending' : 'Completed'
    await change(
      { kind: 'updateMany', tasks: tasks.map((task) => task._id), change: { status } },
      {
        message: (changed) => `${status === 'Completed' ? 'Completed' : 'Reopened'} ${namesOf(changed)}`,
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }
  useCommands({ complete: () => complete(...list.targets()) })
  return complete
}
