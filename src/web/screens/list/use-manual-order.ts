import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { describeChange } from '../../../contract/words/task-words.ts'
import { placeAt } from '../../tasks/manual-order.ts'
import { useChange } from '../../tasks/use-change.ts'
import type { Way } from '../../ui/drag/drag-keys.ts'
import { type Gap, gapAt, indexOfGap } from '../../ui/drag/gap.ts'
import { useDrag } from '../../ui/drag/use-drag.tsx'
import { dropDayAt, dropDayInWords, noDay } from './drop-days.ts'
import type { Item } from './items.ts'

interface Options {
  items: Item[]
  /** The row before which a place in the window is, by its distance from the top of the window. */
  rowAt: (y: number) => number
  /** Whether the tasks are in the user's own order. */
  isManual: boolean
  /** The day that a task gets when it is dropped beside a row, if the list is grouped by date. */
  dayAt: ((item: Item) => string | undefined) | undefined
  dateStyle: Preferences['dateStyle']
}

/** A group in the bar of days is a place without neighbours. */
const onDay = (day: string): Gap => ({ list: day, after: undefined, before: undefined })

const dueOn = (day: string) => ({ dueDate: day === noDay ? null : day })

const groupOf = (item: Item) => (item.group ? item.group.id : item.groupId)

/**
 * Moves tasks in the user's own order, by dragging and by keys. Headings of groups are rows between which a task can be dropped; among the
 * tasks of another day, it gets this day.
 */
export function useManualOrder({ items, rowAt, isManual, dayAt, dateStyle }: Options) {
  const change = useChange()
  const rowOf = (id: string) => items.findIndex((item) => item.task?._id === id)
  const taskOf = (id: string) => items[rowOf(id)]?.task
  const othersOf = (id: string) => items.filter((item) => item.task?._id !== id)
  const keysOf = (id: string) => othersOf(id).map(({ key }) => key)
  const indexOf = (gap: Gap, id: string) => indexOfGap(gap, keysOf(id))
  /** How many other tasks are before a row. */
  const tasksBefore = (id: string, index: number) =>
    othersOf(id)
      .slice(0, index)
      .filter(({ task }) => task).length

  /** The due date of a task that is dropped before a row, if that is in another group by date. */
  const dueAt = (task: Task, index: number) => {
    const [own, above, below] = [items[rowOf(task._id)], othersOf(task._id)[index - 1], othersOf(task._id)[index]]
    if (!dayAt || !own || !above || groupOf(above) === groupOf(own)) return {}
    const isBelowNearer = !above.task && below?.task && groupOf(below) === groupOf(above)
    const day = dayAt(isBelowNearer ? below : above)
    return day === undefined ? {} : dueOn(day)
  }

  /** Moves a task to the place before another row, if that is another place. */
  const moveTo = (task: Task, index: number, due: { dueDate?: string | null } = {}) => {
    const others = othersOf(task._id).flatMap((item) => item.task ?? [])
    const next = tasksBefore(task._id, index)
    const isElsewhere = next !== tasksBefore(task._id, rowOf(task._id))
    if (!isElsewhere && due.dueDate === undefined) return
    const { position, ...place } = placeAt(others, next)
    void change(
      { kind: 'update', task: task._id, values: { ...place, ...due }, position },
      {
        message: () => (due.dueDate === undefined ? `Moved ${nameOf(task)}` : describeChange([task], due, dateStyle)),
        failure: 'Error moving task',
        fallback: 'The task was not moved. Please try again.',
      },
    )
  }

  /** The row before which there is one task more or less, past headings; undefined at the ends. */
  const rowBeside = (id: string, index: number, step: 1 | -1) => {
    const rows = othersOf(id)
    const isPassed = (row: number) => rows[step > 0 ? row - 1 : row]?.task !== undefined
    for (let row = index + step; row >= 0 && row <= rows.length; row += step) if (isPassed(row)) return row
    return undefined
  }

  /** Moves a task by one place. */
  const moveBy = (task: Task | undefined, step: 1 | -1) => {
    const row = task && rowBeside(task._id, rowOf(task._id), step)
    if (task && row !== undefined) moveTo(task, row)
  }

  const drag = useDrag<Gap>({
    itemAt: (target, by) => {
      const isHandle = target.closest(by === 'keys' ? '[data-task]' : '[data-grip]')
      const element = isHandle ? target.closest<HTMLElement>('[data-drop-item]') : null
      return element?.dataset.dropItem && by !== 'touch' ? { id: element.dataset.dropItem, element } : undefined
    },
    isThere: (id) => isManual && rowOf(id) >= 0,
    placeOf: (id) => gapAt('', keysOf(id), rowOf(id)),
    placeAt: ({ x, y }, id) => {
      const day = dropDayAt({ x, y })
      if (day) return onDay(day)
      const row = rowAt(y)
      return gapAt('', keysOf(id), row > rowOf(id) ? row - 1 : row)
    },
    step: (from: Gap, way: Way, id: string) => {
      if (way === 'left' || way === 'right') return undefined
      const row = rowBeside(id, indexOf(from, id), way === 'up' ? -1 : 1)
      return row === undefined ? undefined : gapAt('', keysOf(id), row)
    },
    onDrop: (id, place) => {
      const task = taskOf(id)
      const { list: day } = place
      const index = day ? rowOf(id) : indexOf(place, id)
      if (!task || day === (task.dueDate?.slice(0, 10) ?? noDay)) return
      moveTo(task, index, day ? dueOn(day) : dueAt(task, index))
    },
    nameOf: (id) => {
      const task = taskOf(id)
      return task ? nameOf(task) : ''
    },
    inWords: (place, _, id) =>
      place.list ? dropDayInWords(place.list, dateStyle) : `position ${tasksBefore(id, indexOf(place, id)) + 1}`,
  })

  /** The row above which a line shows the place: below the dragged row, the other rows are one further. */
  const markOf = (id: string, place: Gap) => {
    const index = indexOf(place, id)
    return index > rowOf(id) ? index + 1 : index
  }
  const overDay = drag.place?.list
  const markRow = drag.id !== undefined && drag.place && !overDay ? markOf(drag.id, drag.place) : undefined
  return { drag, markRow, overDay, moveBy }
}
