import { useState } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { rememberScreen } from '../../navigation/remember-screen.ts'
import { useChange } from '../../tasks/use-change.ts'
import { confirm } from '../../ui/confirm.tsx'

/** Deletes the task of the page, after a question. `leave` shows another screen, unless the user has already left the page. */
export function useRemove(task: Task) {
  const change = useChange()
  const [isRemoving, setRemoving] = useState(false)
  const remove = async (message: string, leave: () => void) => {
    const question = 'Are you sure you want to delete this task?'
    if (!(await confirm({ question, detail: nameOf(task), action: 'Delete Task' }))) return
    setRemoving(true)
    const isStillHere = rememberScreen()
    const removed = await change(
      { kind: 'remove', tasks: [task._id] },
      {
        message: () => message,
        failure: 'Error deleting task',
        fallback: 'The task was not deleted. Please try again.',
      },
    )
    if (!removed) setRemoving(false)
    else if (isStillHere()) leave()
  }
  return { remove, isRemoving }
}
