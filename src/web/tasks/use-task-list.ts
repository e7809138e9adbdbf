import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useRememberedList } from '../navigation/opened-from.ts'
import { whenNoLayer } from '../ui/layers.ts'
import { useListOnScreen } from './list-on-screen.ts'
import { closePeek, peeked, setPeeking, useIsPeeking } from './peek.ts'
import { useKeptPlace } from './use-kept-place.ts'

export type Direction = 'next' | 'previous' | 'right' | 'left' | 'below' | 'above'

interface Options {
  /** Identifies the list when the user returns to it. */
  name: string
  /** The index after a step from another index. */
  step: (from: number, way: Direction) => number
  /** Scrolls to the task at an index. */
  reveal: (index: number) => void
  /** Elements above the first task, which the keys for the next and the previous task reach, too. */
  above?: () => readonly HTMLElement[]
  /** Whether Space lifts a task, so that another key opens the panel beside the list. */
  liftsBySpace?: boolean
  /** Whether the tasks stand in several columns that move independently. */
  isInColumns?: boolean
}

export interface TaskList {
  selected: ReadonlySet<string>
  /** The number of selected tasks, in words. */
  count: string
  isAllSelected: boolean
  /** Selects or unselects a task; with `isRange`, selects all from the last one that was toggled to this one. */
  toggle: (id: string, isRange?: boolean) => void
  selectAll: () => void
  clear: () => void
  /** The task with the focus. */
  focused: Task | undefined
  onFocus: (id: string) => void
  onBlur: (event: FocusEvent) => void
  /** The tasks that a command changes: those selected, or else the one with the focus. */
  targets: () => Task[]
}

/** Steps through a grid with this number of columns. */
export const inRowsOf = (columns: number) => (from: number, way: Direction) =>
  from + { next: 1, previous: -1, right: 1, left: -1, below: columns, above: -columns }[way]

/** The ids that belong to one of these tasks. */
function presentOf(ids: ReadonlySet<string>, tasks: Task[]): ReadonlySet<string> {
  return ids.intersection(new Set(tasks.map((task) => task._id)))
}

/** Navigation and selection in a list of tasks by keyboard. */
export function useTaskList(tasks: Task[], options: Options): TaskList {
  const { name, step, reveal, above, liftsBySpace = false, isInColumns = false } = options
  const [withFocus, setFocused] = useState<string>()
  const isPeeking = useIsPeeking()
  const last = peeked.useDerived(({ id }) => id)
  // The place in the list stays while the user works in the panel beside it.
  const focused = withFocus ?? (isPeeking ? last : undefined)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const wanted = useRef<string>(undefined)
  // Nothing is selected most of the time, and a list may have thousands of tasks.
  const selected = useMemo(() => (marked.size ? presentOf(marked, tasks) : marked), [marked, tasks])
  const full = selected.size === taskLimits.bulkChange && tasks.length > selected.size
  const place = focused ? tasks.findIndex((task) => task._id === focused) : -1

  useEffect(() => {
    if (withFocus || isPeeking)
      peeked.set({
        id: focused,
        position: place + 1,
        count: tasks.length,
        selected: [...selected],
        ...(liftsBySpace && { keys: 'shift+Space' }),
      })
  }, [liftsBySpace, withFocus, isPeeking, focused, place, tasks.length, selected])

  const focusOn = (index: number, isInSight = false) => {
    const id = tasks[index]?._id
    if (!id) return undefined
    wanted.current = id
    setFocused(id)
    if (!isInSight) reveal(index)
    return id
  }
  useRememberedList(tasks)
  const { enter, leave } = useKeptPlace(name, tasks, focusOn)
  useListOnScreen({ tasks, goTo: focusOn, isOneColumn: !isInColumns })

  // After every render: a card outside the viewport is rendered only after scrolling to it. A dialog that was opened meanwhile keeps the
  // focus until it is closed.
  useEffect(() => {
    if (!wanted.current) return
    return whenNoLayer(() => {
      const card = document.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`)
      const index = tasks.findIndex((task) => task._id === wanted.current)
      if (!card && index >= 0) return reveal(index)
      wanted.current = undefined
      card?.focus({ preventScroll: true })
    })
  })

  const move = (way: Direction) => focusOn(place < 0 ? 0 : Math.min(Math.max(step(place, way), 0), tasks.length - 1))
  /** Moves through the elements above the tasks and through the tasks. */
  const pass = (way: 'next' | 'previous') => {
    const others = above?.() ?? []
    const other = others.indexOf(document.activeElement as HTMLElement)
    const from = other >= 0 ? other - others.length : place >= 0 ? place : -others.length - 1
    const to = way === 'next' ? from + 1 : from - 1
    if (!others.length || to >= 0) return other >= 0 ? focusOn(to) : move(way)
    const element = others[Math.max(to + others.length, 0)]
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
    return undefined
  }
  const mark = (...ids: (string | undefined)[]) =>
    setMarked((before) => new Set([...before, ...ids.filter((id) => id !== undefined)].slice(0, taskLimits.bulkChange)))
  const latest = useRef(tasks)
  useEffect(() => {
    latest.current = tasks
  }, [tasks])
  const lastToggled = useRef<string>(undefined)
  // Stable, so that selecting a card does not render all others again.
  const toggle = useCallback((id: string, isRange = false) => {
    const range = isRange ? idsBetween(latest.current, lastToggled.current, id) : []
    lastToggled.current = id
    setMarked((before) => {
      const without = [...before].filter((other) => other !== id)
      const next = range.length ? [...before, ...range] : before.has(id) ? without : [...before, id]
      return new Set(next.slice(0, taskLimits.bulkChange))
    })
  }, [])
  const selectAll = () => mark(...tasks.map((task) => task._id))
  const clear = () => setMarked(new Set())

  useCommands({
    nextTask: () => pass('next'),
    previousTask: () => pass('previous'),
    selectAll,
    // The arrow keys scroll the page until a card has the focus.
    ...(place >= 0 && withFocus
      ? {
          taskRight: () => move('right'),
          taskLeft: () => move('left'),
          taskBelow: () => move('below'),
          taskAbove: () => move('above'),
        }
      : {}),
    ...(place >= 0
      ? {
          openTask: () => document.querySelector<HTMLElement>(`[data-task="${focused}"]`)?.click(),
          select: () => toggle(focused ?? ''),
          selectNext: () => mark(focused, move('next')),
          selectPrevious: () => mark(focused, move('previous')),
        }
      : {}),
    ...(place >= 0 || isPeeking ? { peek: () => (isPeeking ? closePeek() : setPeeking(true)) } : {}),
    ...(selected.size ? { clearSelection: clear } : isPeeking ? { clearSelection: closePeek } : {}),
  })

  const many = selected.size.toLocaleString('en')
  return {
    selected,
    count: full ? `${many} of ${tasks.length.toLocaleString('en')} selected (maximum)` : `${many} selected`,
    isAllSelected: selected.size === tasks.length,
    toggle,
    selectAll,
    clear,
    focused: tasks[place],
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

/** The ids of the tasks from one to another, whatever their order. */
function idsBetween(tasks: Task[], from: string | undefined, to: string): string[] {
  const [start = 0, end = 0] = [from, to].map((id) => tasks.findIndex((task) => task._id === id)).sort((a, b) => a - b)
  return start < 0 ? [] : tasks.slice(start, end + 1).map((task) => task._id)
}
