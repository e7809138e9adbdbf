import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type CommandId, commandIds } from './commands.ts'
import { chordOf, commandOf, isTyping } from './keys.ts'

type Run = () => void

/** Who does what at the moment; of several, the one that came last. */
const handlers = new Map<CommandId, Run[]>()
const watchers = new Set<() => void>()
let available: CommandId[] = []

function changed() {
  available = commandIds.filter((id) => handlers.get(id)?.length)
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

/** What has the keyboard to itself while it is there. */
const keepers = '[role="dialog"], [role="menu"], [data-dragging]'

const sequenceTime = 1_200

/** Listens to the keyboard. Keys that are typed into a field, or pressed while a dialog is open or a card is lifted, are not commands; only the palette opens from anywhere. */
export function useCommandKeys() {
  useEffect(() => {
    let pending: string | undefined
    let forget: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent) => {
      const chord = event.isComposing ? undefined : chordOf(event)
      if (!chord || event.defaultPrevented) return
      const found = commandOf(chord, pending)
      pending = undefined
      clearTimeout(forget)
      const busy = isTyping(event.target, chord) || document.querySelector(keepers)
      if (busy && found.command !== 'palette') return
      if (found.pending) {
        pending = found.pending
        forget = setTimeout(() => {
          pending = undefined
        }, sequenceTime)
      }
      if (!found.command || !handlers.get(found.command)?.length) return
      event.preventDefault()
      runCommand(found.command)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      clearTimeout(forget)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
