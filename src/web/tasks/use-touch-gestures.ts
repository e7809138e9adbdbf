import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Drag } from '../ui/drag/drag-options.ts'
import { type Press, slackPx } from '../ui/drag/press.ts'
import type { TaskHandlers } from './use-task-actions.tsx'
import type { TaskList } from './use-task-list.ts'

/** From this distance on, a swipe is made when the finger is lifted. */
const swipePx = 72
const longPressMs = 500

interface Touch {
  item: HTMLElement
  task: Task
  x: number
  y: number
  isSwipe: boolean
  timer: ReturnType<typeof setTimeout>
}

/**
 * Gestures on the items of a list: a swipe to the right completes, one to the left opens the due date, a long press selects. A finger that
 * moves after a long press drags instead.
 */
export function useTouchGestures(tasks: Task[], list: TaskList, handlers: TaskHandlers, hold?: Drag<unknown>['hold']) {
  const touch = useRef<Touch>(undefined)
  /** The click that follows a gesture opens nothing. */
  const ignoresClick = useRef(false)

  const end = useCallback(() => {
    clearTimeout(touch.current?.timer)
    touch.current?.item.style.removeProperty('translate')
    touch.current?.item.removeAttribute('data-swipe')
    touch.current = undefined
  }, [])
  useEffect(() => end, [end])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    ignoresClick.current = false
    if (event.pointerType !== 'touch' || !event.isPrimary) return end()
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
      started.isSwipe = true
      clearTimeout(started.timer)
    }
    if (!started.isSwipe) return
    started.item.style.translate = `${dx}px 0`
    started.item.dataset.swipe = dx > 0 ? 'complete' : 'due'
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const started = touch.current
    if (!started) return
    const dx = event.clientX - started.x
    const isMade = started.isSwipe && Math.abs(dx) >= swipePx
    ignoresClick.current = started.isSwipe
    end()
    if (isMade && dx > 0) handlers.complete(started.task)
    else if (isMade) handlers.ask('due', started.item, started.task)
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel: end,
    onClickCapture: (event: MouseEvent) => {
      if (!ignoresClick.current) return
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
