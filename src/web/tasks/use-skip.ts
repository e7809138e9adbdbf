import { formatDay } from '../../contract/format-day.ts'
import { nextDates } from '../../contract/next-task.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import { useCommands } from '../commands/use-commands.ts'
import { alertNote } from '../ui/alerts.tsx'
import { useToday } from './today.ts'
import { useChange } from './use-change.ts'
import type { TaskList } from './use-task-list.ts'

/** Skips a date of a repeating task: it moves to its next date without being completed. */
export function useSkip(list: Pick<TaskList, 'targets'>, dateStyle: Preferences['dateStyle']) {
  const change = useChange()
  const today = useToday()
  const skip = async ([task, ...more]: Task[]) => {
    if (!task) return
    if (more.length) return alertNote('Select one task to skip its date.')
    if (!task.repeat) return alertNote(`${nameOf(task)} does not repeat.`)
    const dates = nextDates(task, today)
    if (!dates?.dueDate) return alertNote(`This is the last date of ${nameOf(task)}.`)
    const day = formatDay(dates.dueDate.slice(0, 10), dateStyle)
    await change(
      { kind: 'update', task: task._id, values: dates },
      {
        message: ([skipped = task]) => `Skipped to ${day}: ${nameOf(skipped)}`,
        failure: 'Error updating task',
        fallback: 'The task was not updated. Please try again.',
      },
    )
  }
  useCommands({ skip: () => skip(list.targets()) })
}
