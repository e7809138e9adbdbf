import { addDays } from '../../../contract/calendar-day.ts'
import { formatDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { type Agenda, agendaTasks } from '../../../contract/task-lists/today.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { useMoveToDay } from '../../tasks/use-move-to-day.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { useDrag } from '../../ui/drag/use-drag.tsx'

interface Options {
  agenda: Agenda
  list: TaskList
  today: string
  preferences: Preferences
}

/**
 * Moves tasks of the agenda to another day of the week: the due date of those that are due, and the start date of the others. Space opens the
 * panel beside the list, so the keyboard moves them with the keys of the calendar.
 */
export function useAgendaDrag({ agenda, list, today, preferences }: Options): Drag<string> {
  const moveDue = useMoveToDay(preferences, 'dueDate')
  const moveStart = useMoveToDay(preferences, 'startDate')
  const taskOf = (id: string) => agendaTasks(agenda).find(({ _id }) => _id === id)
  const move = (task: Task, day: string) => (agenda.due.includes(task) ? moveDue : moveStart)([task], day)

  const focused = list.focused && taskOf(list.focused._id)
  const moveBy = (days: number) => () => focused && move(focused, addDays(today, days))
  useCommands(focused ? { moveLeft: moveBy(-1), moveRight: moveBy(1), moveUp: moveBy(-7), moveDown: moveBy(7) } : {})

  const drag = useDrag<string>({
    itemAt: (target, by) => {
      const id = target.closest<HTMLElement>('[data-task]')?.dataset.task
      const element = target.closest('li')
      return id && element && taskOf(id) && by === 'mouse' ? { id, element } : undefined
    },
    isThere: (id) => taskOf(id) !== undefined,
    placeOf: () => today,
    placeAt: ({ x, y }) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-day]')?.dataset.dropDay,
    step: () => undefined,
    onDrop: (id, day) => {
      const task = taskOf(id)
      if (task) move(task, day)
    },
    nameOf: (id) => {
      const task = taskOf(id)
      return task ? nameOf(task) : ''
    },
    inWords: (day) => formatDay(day, preferences.dateStyle),
  })
  return {
    ...drag,
    hold: (press, item, onLift) => {
      if (taskOf(item.id)) drag.hold(press, item, onLift)
    },
  }
}
