import type { Task } from '../../contract/schemas/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { useCommands } from '../commands/use-commands.ts'
import { withParts } from './complete-parts.tsx'
import { useChange } from './use-change.ts'
import type { TaskList } from './use-task-list.ts'

/** Completes tasks, or reopens them if all are completed. If they have open parts, the user decides about these first. */
export function useCompleteTasks() {
  const change = useChange()
  return async (...given: Task[]) => {
    if (!given.length) return
    const status = given.every((task) => task.status === 'Completed') ? 'Pending' : 'Completed'
    const tasks = status === 'Completed' ? await withParts(given) : given
    if (!tasks) return
    await change(
      { kind: 'updateMany', tasks: tasks.map((task) => task._id), change: { status } },
      {
        message: (changed) => `${status === 'Completed' ? 'Completed' : 'Reopened'} ${namesOf(changed)}`,
        failure: 'Error updating tasks',
        fallback: 'No task was updated. Please try again.',
      },
    )
  }
}

/** Completes by key the tasks that the list targets. Returns the function that completes others, such as that of a card's button. */
export function useComplete(list: Pick<TaskList, 'targets'>) {
  const complete = useCompleteTasks()
  useCommands({ complete: () => complete(...list.targets()) })
  return complete
}
