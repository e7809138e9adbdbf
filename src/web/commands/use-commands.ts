import { useContext, useLayoutEffect, useRef } from 'react'
import { createCell } from '../ui/client-state.ts'
import { type Layer, LayerContext } from '../ui/layer-context.ts'
import { type CommandId, commandIds } from './commands.ts'

interface Handler {
  /** Given the last key that was pressed, if it was run by keys. */
  run: (key?: string) => void
  layer: Layer | undefined
  /** When its component was mounted, as a number in their order. */
  place: number
}

/** The handlers of each command, the one that was mounted last at the end. */
const handlers = new Map<CommandId, Handler[]>()
let mounted = 0
const available = createCell<CommandId[]>([])

/** The commands that have a handler on the screen below all layers. */
export const availableCommands = available.get

/** The handler that a key press reaches: in the given layer, the one that was mounted last. */
export const handlerOf = (id: CommandId, layer?: Layer) =>
  handlers.get(id)?.findLast((handler) => handler.layer === layer)

export function runCommand(id: CommandId) {
  handlerOf(id)?.run()
}

/** Handles these commands while the component is mounted; in a dialog, only while the dialog is the topmost layer. */
export function useCommands(runs: Partial<Record<CommandId, (key?: string) => void>>) {
  const layer = useContext(LayerContext)
  const latest = useRef(runs)
  useLayoutEffect(() => {
    latest.current = runs
  })
  const ids = Object.keys(runs).join()
  const place = useRef<number>(undefined)
  // Before the screen is painted: a key that is pressed as soon as the screen is seen belongs to it.
  useLayoutEffect(() => {
    // Commands that come or go later leave it below what was mounted after it.
    place.current ??= ++mounted
    const handler = { layer, place: place.current }
    const own = (ids.split(',') as CommandId[]).map(
      (id) => [id, { ...handler, run: (key?: string) => latest.current[id]?.(key) }] as const,
    )
    for (const [id, one] of own) handlers.set(id, inOrder([...(handlers.get(id) ?? []), one]))
    updateAvailable()
    return () => {
      for (const [id, one] of own) handlers.set(id, handlers.get(id)?.filter((other) => other !== one) ?? [])
      updateAvailable()
    }
  }, [ids, layer])
}

const inOrder = (all: Handler[]) => all.sort((a, b) => a.place - b.place)

function updateAvailable() {
  available.set(commandIds.filter((id) => handlerOf(id)))
}
