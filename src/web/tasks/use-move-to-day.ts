import { useEffect, useRef } from 'react'
import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { describeChange } from '../../contract/words/task-words.ts'
import { useCommands } from '../commands/use-commands.ts'
import { goToNew } from './list-on-screen.ts'
import { useChange } from './use-change.ts'
import type { TaskList } from './use-task-list.ts'

/** Gives tasks another day, or none. Those that have this day already are left out. */
export function useMoveToDay({ dateStyle }: Preferences, field: 'dueDate' | 'startDate' = 'dueDate') {
  const change = useChange()
  return (tasks: Task[], day: string | null) => {
    const moved = tasks.filter((task) => (task[field]?.slice(0, 10) ?? null) !== day)
    if (!moved.length) return
    void change(
      { kind: 'updateMany', tasks: moved.map(({ _id }) => _id), change: { [field]: day } },
      {
        message: (changed) => describeChange(changed, { [field]: day }, dateStyle),
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

/** Moves the targets of the list by keys, all to the same day. Tasks without a day are moved to today. */
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

/** Returns a function that goes to a task as soon as it has come to a day. */
export function useFollowMoved(tasks: Task[]) {
  const following = useRef<{ id: string; day: string }>(undefined)
  useEffect(() => {
    const { current: wanted } = following
    if (!wanted || !tasks.some((task) => task._id === wanted.id && dayOf(task) === wanted.day)) return
    following.current = undefined
    goToNew(wanted.id)
  }, [tasks])
  return (id: string, day: string) => {
    following.current = { id, day }
  }
}
