/** Lets the click that follows the end of a drag open nothing. The browser makes it together with the release, or not at all. */
export function ignoreClick() {
  const listeners = new AbortController()
  window.addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true, signal: listeners.signal },
  )
  setTimeout(() => listeners.abort())
}

/** The same for a drag that was cancelled while the pointer is still pressed. */
export function ignoreClickOnRelease() {
  const listeners = new AbortController()
  const options = { capture: true, signal: listeners.signal }
  const end = () => listeners.abort()
  window.addEventListener(
    'pointerup',
    () => {
      end()
      ignoreClick()
    },
    options,
  )
  window.addEventListener('pointercancel', end, options)
  window.addEventListener('pointerdown', end, options)
}
