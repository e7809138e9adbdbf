/** Remembers the focused element before a dialog opens. Returns a function that focuses it again, for after the dialog has closed. */
export function rememberFocus(): () => void {
  const before = document.activeElement
  return () => {
    setTimeout(() => {
      if (before instanceof HTMLElement && document.activeElement === document.body)
        before.focus({ preventScroll: true })
    })
  }
}
