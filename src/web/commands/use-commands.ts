import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type CommandId, commandIds } from './commands.ts'

type Run = () => void

/** Who does what at the moment; of several, the one that came last. */
const handlers = new Map<CommandId, Run[]>()
const watchers = new Set<() => void>()
let available: CommandId[] = []

function changed() {
  available = commandIds.filter(isAvailable)
  for (const tell of watchers) tell()
}

/** Does these commands for as long as it is on the screen. */
export function useCommands(runs: Partial<Record<CommandId, Run>>) {
  const latest = useRef(runs)
  useLayoutEffect(() => {
    latest.current = runs
  })
  const ids = Object.keys(runs).join()
  useEffect(() => {
    const own = (ids.split(',') as CommandId[]).map((id) => [id, () => latest.current[id]?.()] as const)
    for (const [id, run] of own) handlers.set(id, [...(handlers.get(id) ?? []), run])
    changed()
    return () => {
      for (const [id, run] of own) handlers.set(id, handlers.get(id)?.filter((other) => other !== run) ?? [])
      changed()
    }
  }, [ids])
}

export const isAvailable = (id: CommandId) => Boolean(handlers.get(id)?.length)

export function runCommand(id: CommandId) {
  handlers.get(id)?.at(-1)?.()
}

/** The commands that somebody does at the moment. */
export const useAvailable = () =>
  useSyncExternalStore(
    (tell) => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    () => available,
  )
