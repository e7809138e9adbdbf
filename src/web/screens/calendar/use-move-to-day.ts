import { addDays } from '../../../contract/calendar-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf } from '../../../contract/task-lists/due.ts'
import { describeChange } from '../../../contract/words/task-words.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useChange } from '../../tasks/use-change.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'

/** Gives tasks another day, or none. Those that are due then already are left out. */
export function useMoveToDay({ dateStyle }: Preferences) {
  const change = useChange()
  return (tasks: Task[], day: string | null) => {
    const moved = tasks.filter((task) => (dayOf(task) ?? null) !== day)
    if (!moved.length) return
    void change(
      { kind: 'updateMany', tasks: moved.map(({ _id }) => _id), change: { dueDate: day } },
      {
        message: (changed) => describeChange(changed, { dueDate: day }, dateStyle),
        failure: 'Error updating tasks',
        fallback: 'No task was moved. Please try again.',
      },
    )
  }
}

interface Options {
  list: TaskList
  today: string
  move: (tasks: Task[], day: string) => void
  /** Called with the focused task and the day to which the tasks were moved. */
  onMoved: (id: string, day: string) => void
}

/** Moves the targets of the list by keys, all to the same day. Tasks without a day come to today. */
export function useMoveKeys({ list, today, move, onMoved }: Options) {
  const { focused } = list
  const moveBy = (days: number) => () => {
    if (!focused) return
    const from = dayOf(focused)
    const day = from === undefined ? today : addDays(from, days)
    move(list.targets(), day)
    onMoved(focused._id, day)
  }
  useCommands(focused ? { moveLeft: moveBy(-1), moveRight: moveBy(1), moveUp: moveBy(-7), moveDown: moveBy(7) } : {})
}
