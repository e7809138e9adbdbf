/** Remembers what has the focus before something opens. The result gives it back, once that is gone from the page. */
export function rememberFocus(): () => void {
  const before = document.activeElement
  return () => {
    setTimeout(() => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    })
  }
}
