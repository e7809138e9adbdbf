import type { Task } from '../../contract/schemas/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useUndo } from '../history/undo.ts'
import { reportFailure } from '../ui/failed.ts'
import { useBulkUpdate } from './queries.ts'
import { namesOf } from './task-words.ts'
import type { TaskList } from './use-task-list.ts'

/** Completes tasks, or reopens them if all are completed: by key those that the list targets, by its button the task of a card. */
export function useComplete(list: Pick<TaskList, 'targets'>) {
  const update = useBulkUpdate()
  const undo = useUndo()
  const complete = async (...tasks: Task[]) => {
    if (!tasks.length) return
    const status = tasks.every((task) => task.status === 'Completed') ? 'Pending' : 'Completed'
    try {
      // Awaited instead of a callback of the mutation: the list may be unmounted by then, with its last card.
      const { change } = await update.mutateAsync({ ids: tasks.map((task) => task._id), change: { status } })
      undo.offer(`${status === 'Completed' ? 'Completed' : 'Reopened'} ${namesOf(tasks)}`, change)
    } catch (error) {
      reportFailure('Error updating tasks', error, 'No task was updated. Please try again.')
    }
  }
  useCommands({ complete: () => complete(...list.targets()) })
  return complete
}
