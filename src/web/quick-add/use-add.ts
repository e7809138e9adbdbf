import { useNavigate } from 'react-router'
import { newId } from '../../contract/new-id.ts'
import type { NewTask, Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { namesOf } from '../../contract/words/task-words.ts'
import { deckNow } from '../deck/current-deck.ts'
import { paths, taskPath } from '../navigation/paths.ts'
import { isInSight, showNew } from '../tasks/list-on-screen.ts'
import { useChange } from '../tasks/use-change.ts'

/** Whether quick add is a sheet: then its address is in the history, where another screen takes its place. */
const isSheet = () => window.location.hash === `#${paths.addTask}`

/** Says that tasks wait for the server. */
const whenSent = (tasks: Task[]) =>
  tasks.some(({ _id }) => deckNow().waitingIds.has(_id)) ? ', sent when you are back online' : ''

/**
 * Adds tasks in batches of the size that one call accepts. The list that the user reads stays where it is. The first new task gets the focus
 * if it is in sight; otherwise the message offers to open it.
 * Resolves to the number of tasks that were added before a batch was refused.
 */
export function useAdd() {
  const change = useChange()
  const navigate = useNavigate()
  const openFirst = ([first]: Task[]) =>
    first && !isInSight(first._id)
      ? { label: 'Open', run: () => void navigate(taskPath(first._id), { replace: isSheet() }) }
      : undefined
  return async (tasks: NewTask[]): Promise<number> => {
    for (let from = 0; from < tasks.length; from += taskLimits.bulk) {
      const batch = tasks.slice(from, from + taskLimits.bulk).map((task) => ({ ...task, _id: newId() }))
      const to = from + batch.length
      const isAll = tasks.length === batch.length
      const [first] = batch
      const stopWaiting = from === 0 && first ? showNew(first._id) : undefined
      const added = await change(
        { kind: 'create', tasks: batch },
        {
          message: (made) =>
            `Added ${isAll ? namesOf(made) : `tasks ${from + 1} to ${to} of ${tasks.length}`}${whenSent(made)}`,
          action: tasks.length === 1 ? openFirst : undefined,
          failure: 'Error adding task',
          fallback: 'The server gave no reason.',
          lead: 'Error: ',
          isInputKept: true,
        },
      )
      stopWaiting?.()
      if (!added) return from
    }
    return tasks.length
  }
}
