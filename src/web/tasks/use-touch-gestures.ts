import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Drag } from '../ui/drag/drag-options.ts'
import { type Press, slackPx } from '../ui/drag/press.ts'
import { actFromPx, edgePx, type LeftAction, showSwipe, snapBack } from './swipes.ts'
import type { TaskHandlers } from './use-task-actions.tsx'
import type { TaskList } from './use-task-list.ts'

const longPressMs = 500
/** A click that follows a gesture comes within this time. */
const clickMs = 400

interface Touch {
  item: HTMLElement
  task: Task
  x: number
  y: number
  isSwipe: boolean
  timer: ReturnType<typeof setTimeout>
}

/**
 * Gestures on the items of a list: a swipe to the right completes, one to the left snoozes, a long press selects. A finger that moves after a
 * long press drags instead. Every gesture has a key and a button as well.
 */
export function useTouchGestures(
  tasks: Task[],
  list: TaskList,
  handlers: TaskHandlers,
  /** Begins to drag a task after a long press, if the list can be rearranged. */
  hold?: Drag<unknown>['hold'],
  /** The menu that a swipe to the left opens. */
  left: LeftAction = 'startDate',
) {
  const touch = useRef<Touch>(undefined)
  /** The click that follows a gesture opens nothing. */
  const ignoresClick = useRef(false)

  const end = useCallback(() => {
    const { current } = touch
    if (!current) return
    touch.current = undefined
    clearTimeout(current.timer)
    if (current.isSwipe) snapBack(current.item)
  }, [])
  useEffect(() => end, [end])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    ignoresClick.current = false
    end()
    if (event.pointerType !== 'touch' || !event.isPrimary) return
    const item = (event.target as Element).closest<HTMLElement>('li')
    const id = item?.querySelector<HTMLElement>('[data-task]')?.dataset.task
    const task = tasks.find(({ _id }) => _id === id)
    if (!item || !task) return
    const press: Press = { pointerId: event.pointerId, x: event.clientX, y: event.clientY }
    const timer = setTimeout(() => {
      end()
      ignoresClick.current = true
      list.toggle(task._id)
      hold?.(press, { id: task._id, element: item }, () => list.toggle(task._id))
    }, longPressMs)
    touch.current = { item, task, x: event.clientX, y: event.clientY, isSwipe: false, timer }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const started = touch.current
    if (!started) return
    const [dx, dy] = [event.clientX - started.x, event.clientY - started.y]
    if (!started.isSwipe && Math.abs(dy) > slackPx) return end()
    if (!started.isSwipe && Math.abs(dx) > slackPx) {
      // There, the system has a gesture of its own: it goes back.
      if (started.x < edgePx || started.x > window.innerWidth - edgePx) return end()
      started.isSwipe = true
      clearTimeout(started.timer)
    }
    if (!started.isSwipe) return
    showSwipe(started.item, dx, { left, isDone: started.task.status === 'Completed' })
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const started = touch.current
    if (!started) return
    const dx = event.clientX - started.x
    const isMade = started.isSwipe && Math.abs(dx) >= actFromPx
    if (started.isSwipe) {
      ignoresClick.current = true
      setTimeout(() => {
        ignoresClick.current = false
      }, clickMs)
    }
    end()
    if (isMade && dx > 0) handlers.complete(started.task)
    else if (isMade) handlers.ask(left, started.item, started.task)
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      // A click without a pointer is made by a screen reader or a key.
      if (!ignoresClick.current || event.detail === 0) return
      ignoresClick.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onContextMenu: (event: MouseEvent) => {
      // A long press would open the menu of the link.
      if (touch.current || ignoresClick.current) event.preventDefault()
    },
  }
}
