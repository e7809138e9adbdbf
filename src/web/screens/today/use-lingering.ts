import { useEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'

/** How long a completed task stays at its place. */
const stayMs = 4_000

interface Known {
  all: Task[]
  /** The tasks that were completed a moment ago, as they were before. */
  staying: ReadonlyMap<string, Task>
}

/** All tasks, with those that were completed a moment ago as they were before, so that they keep their places for 4 seconds. */
export function useLingering(all: Task[]): Task[] {
  const [known, setKnown] = useState<Known>({ all, staying: new Map() })
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  let { staying } = known
  if (known.all !== all) {
    staying = stayingAfter(known, all)
    setKnown({ all, staying })
  }
  useEffect(() => {
    for (const id of staying.keys()) {
      if (timers.current.has(id)) continue
      const leave = () => {
        timers.current.delete(id)
        setKnown((before) => ({ ...before, staying: new Map([...before.staying].filter(([other]) => other !== id)) }))
      }
      timers.current.set(id, setTimeout(leave, stayMs))
    }
    for (const [id, timer] of timers.current) {
      if (staying.has(id)) continue
      clearTimeout(timer)
      timers.current.delete(id)
    }
  }, [staying])
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running.values()) clearTimeout(timer)
      running.clear()
    }
  }, [])
  return useMemo(() => (staying.size ? all.map((task) => staying.get(task._id) ?? task) : all), [all, staying])
}

/** The tasks that stay after a change: those that it has completed, and those before that it has not reopened. */
function stayingAfter({ all: before, staying }: Known, all: Task[]): Known['staying'] {
  const open = new Map(before.filter(({ status }) => status !== 'Completed').map((task) => [task._id, task]))
  const kept = all.flatMap((task): [string, Task][] => {
    const former = task.status === 'Completed' ? (open.get(task._id) ?? staying.get(task._id)) : undefined
    return former ? [[task._id, former]] : []
  })
  return kept.length || staying.size ? new Map(kept) : staying
}
