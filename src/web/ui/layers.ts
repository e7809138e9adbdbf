import { useLayoutEffect, useRef, useState } from 'react'
import { followHistory } from './back-closes.ts'
import type { Layer } from './layer-context.ts'

/** Open layers, the topmost last. */
const open: Layer[] = []

/** Call it after every navigation, with the key of the address that is shown now. */
export const noteNavigation = followHistory({
  isOpen: () => open.length > 0,
  closeTop: () => open.at(-1)?.close(),
})

/** The layer that was on top when the key was pressed. It stays the key's layer, even if it closes before every listener has run. */
const layers = new WeakMap<Event, Layer>()

export const layerOf = (event: Event): Layer | undefined => layers.get(event)

/** Whether a key belongs to an input method. Safari ends the composition before the Enter that confirms it, but keeps its code. */
export const isComposing = (event: KeyboardEvent) =>
  event.isComposing || event.key === 'Process' || event.keyCode === imeKeyCode
const imeKeyCode = 229

/** Opens a layer while the component is mounted. Escape and the back gesture close the topmost layer only. */
export function useLayer(close: () => void, { onKey, isOfField = false }: Omit<Layer, 'close'> = {}): Layer {
  const latest = useRef({ close, onKey })
  useLayoutEffect(() => {
    latest.current = { close, onKey }
  })
  const [layer] = useState<Layer>(() => ({
    close: () => latest.current.close(),
    onKey: (event) => latest.current.onKey?.(event),
    isOfField,
  }))
  useLayoutEffect(() => {
    open.push(layer)
    noteNavigation()
    return () => {
      open.splice(open.indexOf(layer), 1)
      noteNavigation()
      // After the layer has given the focus back.
      setTimeout(runWaiting)
    }
  }, [layer])
  return layer
}

/** Actions for when no layer is open. */
const waiting = new Set<() => void>()

function runWaiting() {
  if (open.length) return
  const actions = [...waiting]
  waiting.clear()
  for (const action of actions) action()
}

/** Runs an action while no layer is open: now, or as soon as the last one has closed. Returns a function that prevents it. */
export function whenNoLayer(action: () => void): () => void {
  waiting.add(action)
  runWaiting()
  return () => {
    waiting.delete(action)
  }
}

// In the capture phase and on the window, so that it runs before every other listener.
window.addEventListener(
  'keydown',
  (event) => {
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isEscape = event.key === 'Escape' && !isComposing(event)
    const top = open.findLast(({ isOfField }) => !(isSubmit && isOfField))
    if (!top) return
    layers.set(event, top)
    if (!isEscape) return top.onKey?.(event)
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat) top.close()
  },
  { capture: true },
)
