import type { Task } from '../../../contract/schemas/tasks.ts'
import { dayOf, noDate } from '../../../contract/task-lists/due.ts'
import { namesOf } from '../../../contract/words/task-words.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import type { Way } from '../../ui/drag/drag-keys.ts'
import { useDrag } from '../../ui/drag/use-drag.tsx'
import { noDay } from './by-day.ts'
import { dayInWords } from './days.ts'

interface Options {
  list: TaskList
  tasks: Task[]
  /** The days on the screen. */
  days: string[]
  today: string
  move: (tasks: Task[], day: string | null) => void
  /** Without it, only a long press that also selects lifts a task by touch. */
  holdMs: number | undefined
}

const steps: Record<Way, number> = { left: -1, right: 1, up: -7, down: 7 }

/** Drags tasks to another day, or to those without one: one task, or all that are selected with it. */
export function useDragToDay({ list, tasks, days, today, move, holdMs }: Options) {
  const taskOf = (id: string) => tasks.find(({ _id }) => _id === id)
  const draggedWith = (id: string) => (list.selected.has(id) ? list.targets() : tasks.filter(({ _id }) => _id === id))
  const inWords = (day: string) => (day === noDay ? noDate : dayInWords(day))
  return useDrag<string>({
    ...(holdMs === undefined ? {} : { holdMs }),
    itemAt: (target, by) => {
      const id = target.closest<HTMLElement>('[data-task]')?.dataset.task
      const element = target.closest('li')
      return id && element && (by !== 'touch' || holdMs) ? { id, element } : undefined
    },
    isThere: (id) => taskOf(id) !== undefined,
    placeOf: (id) => {
      const task = taskOf(id)
      return (task && dayOf(task)) ?? noDay
    },
    placeAt: ({ x, y }) => document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop-day]')?.dataset.dropDay,
    // Those without a date are after the last day. From there, the way back leads to today.
    step: (from, way) => {
      if (from === noDay) return way === 'left' ? (days.includes(today) ? today : days.at(-1)) : undefined
      const next = days.indexOf(from) + steps[way]
      return way === 'right' && next === days.length ? noDay : days[next]
    },
    onDrop: (id, day) => move(draggedWith(id), day === noDay ? null : day),
    nameOf: (id) => namesOf(draggedWith(id)),
    inWords,
  })
}
