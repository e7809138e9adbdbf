/** The last element outside all dialogs and panels from which one was opened. */
let opener: Element | null = null

/**
 * Remembers the focused element before a dialog opens. Returns a function that focuses it again, for when the dialog closes. If the element
 * was in a panel that the dialog has replaced, the focus returns to where that panel was opened.
 */
export function rememberFocus(): () => void {
  const before = document.activeElement
  if (!before?.closest('[data-panel], [role="dialog"]')) opener = before
  const giveBack = () => {
    const target = before?.isConnected ? before : opener
    if (target instanceof HTMLElement && document.activeElement === document.body) target.focus({ preventScroll: true })
  }
  return () => {
    // When the dialog is off the page, and before the next key.
    queueMicrotask(giveBack)
    // A click elsewhere takes the focus a moment later.
    setTimeout(giveBack)
  }
}

/** Runs an action before the next key, but after the screen has rendered that a closed dialog has given it the focus back. */
export function afterFocusReturns(action: () => void) {
  queueMicrotask(() => queueMicrotask(action))
}
