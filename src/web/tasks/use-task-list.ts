import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../contract/schemas/tasks.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { useCommands } from '../commands/use-commands.ts'

interface Options {
  /** How many stand beside one another. */
  columns: number
  /** Brings the task at a place into view. */
  reveal: (index: number) => void
}

export interface TaskList {
  selected: ReadonlySet<string>
  toggle: (id: string) => void
  clear: () => void
  /** Called when a card gets or loses the focus. */
  onFocus: (id: string | undefined) => void
  /** What a command is about: the selected tasks, or else the one with the focus. */
  targets: () => string[]
}

/** Moving through a list of tasks by keyboard, and selecting in it. */
export function useTaskList(tasks: Task[], { columns, reveal }: Options): TaskList {
  const [focused, setFocused] = useState<string>()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const wanted = useRef<string>(undefined)
  const present = useMemo(() => new Set(tasks.map((task) => task._id)), [tasks])
  const selected = new Set([...marked].filter((id) => present.has(id)))
  const place = tasks.findIndex((task) => task._id === focused)

  // A card that was out of view is in the page only after it was scrolled to.
  useEffect(() => {
    if (!wanted.current) return
    const card = document.querySelector<HTMLElement>(`[data-task="${wanted.current}"]`)
    if (!card) return
    wanted.current = undefined
    card.focus({ preventScroll: true })
  })

  const move = (by: number) => {
    const next = place < 0 ? 0 : Math.min(Math.max(place + by, 0), tasks.length - 1)
    const task = tasks[next]
    if (!task) return undefined
    wanted.current = task._id
    setFocused(task._id)
    reveal(next)
    return task._id
  }
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
    nextTask: () => move(1),
    previousTask: () => move(-1),
    selectAll: () => mark(...tasks.map((task) => task._id)),
    // Arrows scroll the page until a card has the focus.
    ...(place >= 0 ? { taskBelow: () => move(columns), taskAbove: () => move(-columns) } : {}),
    ...(place >= 0
      ? {
          openTask: () => document.querySelector<HTMLElement>(`[data-task="${focused}"]`)?.click(),
          select: () => toggle(focused ?? ''),
          selectNext: () => mark(focused, move(1)),
          selectPrevious: () => mark(focused, move(-1)),
        }
      : {}),
    ...(selected.size ? { clearSelection: clear } : {}),
  })

  return {
    selected,
    toggle,
    clear,
    onFocus: setFocused,
    targets: () => (selected.size ? [...selected] : focused && present.has(focused) ? [focused] : []),
  }
}
