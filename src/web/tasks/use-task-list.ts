import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useKeptPlace } from './use-kept-place.ts'

export type Way = 'next' | 'previous' | 'right' | 'left' | 'below' | 'above'

interface Options {
  /** By which the list finds its place again when one comes back to it. */
  name: string
  /** The place that a step leads to. */
  step: (from: number, way: Way) => number
  /** Brings the task at a place into view. */
  reveal: (index: number) => void
}

export interface TaskList {
  selected: ReadonlySet<string>
  /** How many are selected, in words; also when more are not possible. */
  count: string
  toggle: (id: string) => void
  clear: () => void
  /** Called when a card gets the focus. */
  onFocus: (id: string) => void
  /** Called when a card loses the focus. */
  onBlur: (event: FocusEvent) => void
  /** What a command is about: the selected tasks, or else the one with the focus. */
  targets: () => Task[]
}

/** The steps through tasks of which so many stand beside one another. */
export const inRowsOf = (columns: number) => (from: number, way: Way) =>
  from + { next: 1, previous: -1, right: 1, left: -1, below: columns, above: -columns }[way]

/** Moving through a list of tasks by keyboard, and selecting in it. */
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

  // A card that was out of view is in the page only after it was scrolled to.
  useEffect(() => {
    if (!wanted.current) return
    const card = document.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`)
    const index = tasks.findIndex((task) => task._id === wanted.current)
    if (!card && index >= 0) return reveal(index)
    wanted.current = undefined
    card?.focus({ preventScroll: true })
  })

  const move = (way: Way) => focusOn(place < 0 ? 0 : Math.min(Math.max(step(place, way), 0), tasks.length - 1))
  const mark = (...ids: (string | undefined)[]) =>
    setMarked((before) => new Set([...before, ...ids.filter((id) => id !== undefined)].slice(0, taskLimits.bulk)))
  // Stable, so that a card is not drawn anew whenever another one is selected.
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
    // Arrows scroll the page until a card has the focus.
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
