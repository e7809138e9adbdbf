import type { Task } from '../../contract/schemas/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useUndo } from '../history/undo.ts'
import { reportFailure } from '../ui/failed.ts'
import { useBulkUpdate } from './queries.ts'
import type { TaskList } from './use-task-list.ts'

/** Completes tasks; those that are all completed it makes pending again. By key for what the list is about, by a card's button for that card. */
export function useComplete(list: Pick<TaskList, 'targets'>) {
  const update = useBulkUpdate()
  const undo = useUndo()
  const complete = async (...chosen: Task[]) => {
    const [first] = chosen
    if (!first) return
    const status = chosen.every((task) => task.status === 'Completed') ? 'Pending' : 'Completed'
    const what = chosen.length === 1 ? `#${first.number} is` : `${chosen.length} tasks are`
    try {
      // Waited for, not called back: the list may be gone by then, with its last card.
      const { change } = await update.mutateAsync({ ids: chosen.map((task) => task._id), change: { status } })
      undo.offer(`${what} ${status} now.`, change)
    } catch (error) {
      reportFailure('Error updating tasks', error, 'No task was updated. Please try again.')
    }
  }
  useCommands({
    complete: () => complete(...list.targets()),
  })
  return complete
}
