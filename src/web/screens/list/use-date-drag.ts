import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { namesOf } from '../../../contract/words/task-words.ts'
import { useMoveToDay } from '../../tasks/use-move-to-day.ts'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { useDrag } from '../../ui/drag/use-drag.tsx'
import { type DateField, dropDayAt, dropDayInWords, noDay } from './drop-days.ts'

interface Options {
  list: TaskList
  tasks: Task[]
  /** The date that the list is grouped by; undefined if it is grouped by something else. */
  field: DateField | undefined
  preferences: Preferences
}

/**
 * Drags tasks of a list that is grouped by date to another day: one task, or all that are selected with it. Space opens the panel beside the
 * list, so that the keyboard moves tasks with the keys of the calendar instead.
 */
export function useDateDrag({ list, tasks, field = 'dueDate', preferences }: Options) {
  const move = useMoveToDay(preferences, field)
  const taskOf = (id: string) => tasks.find(({ _id }) => _id === id)
  const draggedWith = (id: string) => (list.selected.has(id) ? list.targets() : tasks.filter(({ _id }) => _id === id))
  return useDrag<string>({
    itemAt: (target, by) => {
      const element = target.closest('[data-grip]') ? target.closest<HTMLElement>('[data-drop-item]') : null
      return element?.dataset.dropItem && by === 'mouse' ? { id: element.dataset.dropItem, element } : undefined
    },
    isThere: (id) => taskOf(id) !== undefined,
    placeOf: (id) => taskOf(id)?.[field]?.slice(0, 10) ?? noDay,
    placeAt: dropDayAt,
    step: () => undefined,
    onDrop: (id, day) => move(draggedWith(id), day === noDay ? null : day),
    nameOf: (id) => namesOf(draggedWith(id)),
    inWords: (day) => dropDayInWords(day, preferences.dateStyle),
  })
}
