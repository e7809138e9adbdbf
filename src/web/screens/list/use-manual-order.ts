import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { placeAt } from '../../tasks/manual-order.ts'
import { useChange } from '../../tasks/use-change.ts'
import type { Item } from './items.ts'

interface Options {
  items: Item[]
  rowPx: number
  box: RefObject<HTMLElement | null>
  /** Whether the tasks are in the user's own order. */
  isManual: boolean
}

/** Near the edges of the window, dragging scrolls. */
const edgePx = 120
const scrollStepPx = 12

/** Moves tasks in the user's own order, by pointer and by keys. */
export function useManualOrder({ items, rowPx, box, isManual }: Options) {
  const change = useChange()
  const [mark, setMark] = useState<number>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  /** Moves a task to the place before the row at an index, if that is another place. */
  const moveTo = (task: Task, row: number) => {
    const isOther = (item: Item) => item.task && item.task._id !== task._id
    const others = items.filter(isOther).flatMap((item) => item.task ?? [])
    const index = items.slice(0, row).filter(isOther).length
    const before = items.findIndex((item) => item.task?._id === task._id)
    if (index === items.slice(0, before).filter(isOther).length) return
    const { position, ...place } = placeAt(others, index)
    void change(
      { kind: 'update', task: task._id, values: place, position },
      {
        message: () => `Moved ${nameOf(task)}`,
        failure: 'Error moving task',
        fallback: 'The task was not moved. Please try again.',
      },
    )
  }

  /** Moves a task by one place, past headings. */
  const moveBy = (task: Task | undefined, step: 1 | -1) => {
    const at = items.findIndex((item) => item.task?._id === task?._id)
    const rows = [...items.keys()].filter((row) => items[row]?.task)
    const next = rows[rows.indexOf(at) + step]
    if (task && next !== undefined) moveTo(task, step > 0 ? next + 1 : next)
  }

  const start = (event: ReactPointerEvent, task: Task) => {
    if (event.button !== 0) return
    event.preventDefault()
    let y = event.clientY
    const rowAt = () => {
      const top = box.current?.getBoundingClientRect().top ?? 0
      return Math.max(0, Math.min(Math.round((y - top) / rowPx), items.length))
    }
    const show = () => setMark(rowAt() * rowPx)
    const onMove = (moved: PointerEvent) => {
      y = moved.clientY
      show()
    }
    const scrolling = setInterval(() => {
      const way = y < edgePx ? -1 : y > window.innerHeight - edgePx ? 1 : 0
      if (!way) return
      window.scrollBy(0, way * scrollStepPx)
      show()
    }, 16)
    const finish = () => {
      clearInterval(scrolling)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', finish)
      setMark(undefined)
      stop.current = undefined
    }
    const onUp = () => {
      finish()
      moveTo(task, rowAt())
    }
    stop.current = finish
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', finish)
    show()
  }
  return { isManual, mark, start, moveBy }
}
