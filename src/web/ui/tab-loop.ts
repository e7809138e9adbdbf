import type { KeyboardEvent } from 'react'

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Keeps Tab inside a dialog: after its last control comes the first one, and the other way round with Shift. */
export function tabLoop(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: dialog, target, key, shiftKey } = event
  // Keys in a panel that was opened from the dialog arrive here, too.
  if (key !== 'Tab' || !(target instanceof Node) || !dialog.contains(target)) return
  const stops = tabStops(dialog)
  const [from, to] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
  const isAtEdge = document.activeElement === from || (shiftKey && document.activeElement === dialog)
  if (stops.length && !isAtEdge) return
  event.preventDefault()
  to?.focus()
}

/** The controls in an element at which Tab stops, in their order. */
export function tabStops(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control.tabIndex >= 0 && !control.matches(':disabled, [inert] *') && control.checkVisibility(),
  )
}
