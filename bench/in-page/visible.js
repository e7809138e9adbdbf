// Runs before the app. Marks when the first card is painted, and when the first card of the app itself is, which may follow a picture of it.
;(() => {
  const waiting = { visible: 'a[href*="#/task/"]', ready: '#root a[href*="#/task/"]' }
  const observer = new MutationObserver(() => {
    for (const [name, selector] of Object.entries(waiting)) {
      if (!document.querySelector(selector)) continue
      delete waiting[name]
      requestAnimationFrame(() => setTimeout(() => performance.mark(name)))
    }
    if (Object.keys(waiting).length === 0) observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
})()
