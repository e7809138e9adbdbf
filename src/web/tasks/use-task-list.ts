import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useKeptPlace } from './use-kept-place.ts'

export type Direction = 'next' | 'previous' | 'right' | 'left' | 'below' | 'above'

interface Options {
  /** Identifies the list when the user returns to it. */
  name: string
  /** The index after a step from another index. */
  step: (from: number, way: Direction) => number
  /** Scrolls to the task at an index. */
  reveal: (index: number) => void
}

export interface TaskList {
  selected: ReadonlySet<string>
  /** The number of selected tasks, in words. */
  count: string
  toggle: (id: string) => void
  clear: () => void
  onFocus: (id: string) => void
  onBlur: (event: FocusEvent) => void
  /** The tasks that a command changes: those selected, or else the one with the focus. */
  targets: () => Task[]
}

/** Steps through a grid with this number of columns. */
export const inRowsOf = (columns: number) => (from: number, way: Direction) =>
  from + { next: 1, previous: -1, right: 1, left: -1, below: columns, above: -columns }[way]

/** Navigation and selection in a list of tasks by keyboard. */
export function useTaskList(tasks: Task[], { name, step, reveal }: Options): TaskList {
  const [focused, setFocused] = useState<string>()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const wanted = useRef<string>(undefined)
  const present = useMemo(() => new Set(tasks.map((task) => task._id)), [tasks])
  const selected = new Set([...marked].filter((id) => present.has(id)))
  const full = selected.size === taskLimits.bulk && tasks.length > selected.size
  const place = tasks.findIndex((task) => task._id === focused)

  const focusOn = (index: number) => {
    const id = tasks[index]?._id
    if (!id) return undefined
    wanted.current = id
    setFocused(id)
    reveal(index)
    return id
  }
  const { enter, leave } = useKeptPlace(name, tasks, focusOn)

  // A card outside the viewport is rendered only after scrolling to it.
  useEffect(() => {
    if (!wanted.current) return
    const take = () => {
      // A dialog that was opened meanwhile keeps the focus until it is closed.
      if (document.querySelector('[role="dialog"]')) return
      clearInterval(waiting)
      const card = document.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`)
      const index = tasks.findIndex((task) => task._id === wanted.current)
      if (!card && index >= 0) return reveal(index)
      wanted.current = undefined
      card?.focus({ preventScroll: true })
    }
    const waiting = setInterval(take, 50)
    take()
    return () => clearInterval(waiting)
  })

  const move = (way: Direction) => focusOn(place < 0 ? 0 : Math.min(Math.max(step(place, way), 0), tasks.length - 1))
  const mark = (...ids: (string | undefined)[]) =>
    setMarked((before) => new Set([...before, ...ids.filter((id) => id !== undefined)].slice(0, taskLimits.bulk)))
  // Stable, so that selecting a card does not render all others again.
  const toggle = useCallback(
    (id: string) =>
      setMarked((before) => {
        const without = [...before].filter((other) => other !== id)
        return new Set((before.has(id) ? without : [...before, id]).slice(0, taskLimits.bulk))
      }),
    [],
  )
  const clear = () => setMarked(new Set())

  useCommands({
    nextTask: () => move('next'),
    previousTask: () => move('previous'),
    selectAll: () => mark(...tasks.map((task) => task._id)),
    // The arrow keys scroll the page until a card has the focus.
    ...(place >= 0
      ? {
          taskRight: () => move('right'),
          taskLeft: () => move('left'),
          taskBelow: () => move('below'),
          taskAbove: () => move('above'),
          openTask: () => document.querySelector<HTMLElement>(`[data-task="${focused}"]`)?.click(),
          select: () => toggle(focused ?? ''),
          selectNext: () => mark(focused, move('next')),
          selectPrevious: () => mark(focused, move('previous')),
        }
      : {}),
    ...(selected.size ? { clearSelection: clear } : {}),
  })

  return {
    selected,
    count: full ? `${selected.size} of ${tasks.length} selected (maximum)` : `${selected.size} selected`,
    toggle,
    clear,
    onFocus: (id) => {
      setFocused(id)
      enter(id)
    },
    onBlur: (event) => {
      setFocused(undefined)
      leave(event)
    },
    targets: () => tasks.filter(({ _id }) => (selected.size ? selected.has(_id) : _id === focused)),
  }
}
