import { useEffect, useRef } from 'react'
import type { DragItem } from './drag-options.ts'
import { type Point, type Press, slackPx, watchPress } from './press.ts'

/** A pressed mouse drags from this distance on. */
const mousePx = 5

type Lift = (item: DragItem, press: Press, point: Point) => void

/** Waits until a pressed pointer drags: a mouse when it moves, a finger when it has rested. */
export function usePress(lift: Lift) {
  const stop = useRef<() => void>(undefined)
  const isHeld = useRef(false)
  const end = () => {
    stop.current?.()
    stop.current = undefined
    isHeld.current = false
  }
  useEffect(() => () => stop.current?.(), [])
  return {
    end,
    /** Whether a finger holds an item that it has not moved yet. */
    isHeld,
    move: (item: DragItem, press: Press) => {
      end()
      stop.current = watchPress(press, mousePx, { onMoved: (point) => lift(item, press, point), onEnded: end })
    },
    rest: (item: DragItem, press: Press, ms: number) => {
      end()
      const timer = setTimeout(() => {
        end()
        lift(item, press, press)
      }, ms)
      const stopWatching = watchPress(press, slackPx, { onMoved: end, onEnded: end })
      stop.current = () => {
        clearTimeout(timer)
        stopWatching()
      }
    },
    /** For a finger that has rested already. */
    hold: (item: DragItem, press: Press, onMoved: () => void) => {
      end()
      isHeld.current = true
      stop.current = watchPress(press, slackPx, {
        onMoved: (point) => {
          end()
          onMoved()
          lift(item, press, point)
        },
        onEnded: end,
      })
    },
  }
}
