import { useLayoutEffect, useRef } from 'react'
import { rememberFocus } from './return-focus.ts'

interface Layer {
  close: () => void
}

/** Dialogs and menus that are open, the topmost last. */
const open: Layer[] = []

/** Layers of libraries that close themselves on Escape: popovers of Mantine, and a card that is being moved. */
const selfClosing = '[data-position][class*="-dropdown"], [data-dragging]'

/** Key presses that began while a layer was open. They stay the layer's own, even when it closes before every listener has seen them. */
const ofLayers = new WeakSet<Event>()

export const belongsToLayer = (event: Event) => ofLayers.has(event)

export const isComposing = (event: KeyboardEvent) => event.isComposing || event.key === 'Process'

/** Makes a component a layer for as long as it is on the screen: it has the keyboard to itself, and Escape closes it and nothing below. */
export function useLayer(close: () => void) {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    const layer = { close: () => latest.current() }
    open.push(layer)
    return () => {
      open.splice(open.indexOf(layer), 1)
    }
  }, [])
}

/** For the content of a dialog that Mantine's modals open. The focus returns to where it was when the dialog is gone. */
export function EscapeLayer({ onEscape }: { onEscape: () => void }) {
  useLayer(onEscape)
  useLayoutEffect(rememberFocus, [])
  return null
}

function hasSelfClosing() {
  return [...document.querySelectorAll(selfClosing)].some((element) => element.getClientRects().length > 0)
}

// On the window and while the event is on its way down, so that it comes before every other listener.
window.addEventListener(
  'keydown',
  (event) => {
    const top = open.at(-1)
    const below = hasSelfClosing()
    if (!top && !below) return
    ofLayers.add(event)
    if (event.key !== 'Escape' || isComposing(event) || below) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!event.repeat) top?.close()
  },
  { capture: true },
)
