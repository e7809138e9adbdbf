import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { ManyChange, Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { describeChange } from '../../../contract/words/task-words.ts'
import { showNow } from '../../deck/current-deck.ts'
import { haveOpenParts } from '../../tasks/complete-parts.tsx'
import { placeAt } from '../../tasks/manual-order.ts'
import { useChange } from '../../tasks/use-change.ts'
import type { Way } from '../../ui/drag/drag-keys.ts'
import { type Gap, gapAt, indexAtHeight, indexOfGap } from '../../ui/drag/gap.ts'
import type { Point } from '../../ui/drag/press.ts'
import { useDrag } from '../../ui/drag/use-drag.tsx'

interface Options {
  columns: { id: string; holds: ManyChange; tasks: Task[] }[]
  /** Whether the order within a column is the user's own. */
  isManual: boolean
  complete: (task: Task) => void
  preferences: Preferences
}

const holdMs = 300

/** Moves the cards of the board to other columns and, if the order is manual, to other places. */
export function useCardDrag({ columns, isManual, complete, preferences }: Options) {
  const change = useChange()
  const taskOf = (id: string) => columns.flatMap(({ tasks }) => tasks).find((task) => task._id === id)
  const othersIn = (list: string, id: string) =>
    (columns.find((column) => column.id === list)?.tasks ?? []).filter((task) => task._id !== id)
  const idsIn = (list: string, id: string) => othersIn(list, id).map(({ _id }) => _id)
  const placeOf = (id: string) => {
    const column = columns.find(({ tasks }) => tasks.some((task) => task._id === id))
    const index = column?.tasks.findIndex((task) => task._id === id) ?? 0
    return gapAt(column?.id ?? '', idsIn(column?.id ?? '', id), index)
  }
  const indexOf = (place: Gap, id: string) => indexOfGap(place, idsIn(place.list, id))

  const step = (from: Gap, way: Way, id: string) => {
    const index = indexOf(from, id)
    if (way === 'up' || way === 'down') {
      const next = index + (way === 'up' ? -1 : 1)
      const ids = idsIn(from.list, id)
      return isManual && next >= 0 && next <= ids.length ? gapAt(from.list, ids, next) : undefined
    }
    const at = columns.findIndex((column) => column.id === from.list)
    const list = columns[at + (way === 'left' ? -1 : 1)]?.id
    if (list === undefined) return undefined
    const ids = idsIn(list, id)
    return gapAt(list, ids, Math.min(index, ids.length))
  }

  const onDrop = (id: string, place: Gap) => {
    const task = taskOf(id)
    const column = columns.find((other) => other.id === place.list)
    if (!task || !column) return
    const now = placeOf(id)
    const isSameColumn = now.list === place.list
    const index = indexOf(place, id)
    if (isSameColumn && (index === indexOf(now, id) || !isManual)) return
    const { position, ...neighbours } = placeAt(othersIn(place.list, id), index)
    const moved = isSameColumn ? {} : column.holds
    if (moved.status === 'Completed' && haveOpenParts([task])) return void complete(task)
    void change(
      {
        kind: 'update',
        task: id,
        values: { ...(isManual ? neighbours : {}), ...moved },
        ...(isManual ? { position } : {}),
      },
      {
        message: () => (isSameColumn ? `Moved ${nameOf(task)}` : describeChange([task], moved, preferences.dateStyle)),
        failure: 'Error moving task',
        fallback: 'The task was not moved. Please try again.',
      },
    )
    showNow()
  }

  return useDrag<Gap>({
    holdMs,
    itemAt: (target) => {
      const id = target.closest<HTMLElement>('[data-task]')?.dataset.task
      const element = target.closest('li')
      return id && element ? { id, element } : undefined
    },
    isThere: (id) => taskOf(id) !== undefined,
    placeOf,
    placeAt: gapAtPoint,
    step,
    onDrop,
    nameOf: (id) => {
      const task = taskOf(id)
      return task ? nameOf(task) : ''
    },
    inWords: (place, other, id) => {
      const position = `position ${indexOf(place, id) + 1}`
      return place.list === other.list ? position : `${position} in list ${place.list}`
    },
  })
}

/** The room beside a column belongs to it, so that a card held at the edge of a narrow screen is not beside every column. */
const besidePx = 20

/** The place at a point, in the column above or below which it is. */
function gapAtPoint({ x, y }: Point, id: string): Gap | undefined {
  for (const column of document.querySelectorAll<HTMLElement>('[data-drop-list]')) {
    const { left, right } = column.getBoundingClientRect()
    const { top, bottom } = column.parentElement?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
    if (x < left - besidePx || x > right + besidePx || y < top || y > bottom) continue
    const items = [...column.querySelectorAll<HTMLElement>('[data-drop-item]')].filter(
      ({ dataset }) => dataset.dropItem !== id,
    )
    const ids = items.map(({ dataset }) => dataset.dropItem ?? '')
    return gapAt(column.dataset.dropList ?? '', ids, indexAtHeight(items, y))
  }
  return undefined
}
