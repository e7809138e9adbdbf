let locks = 0

/** Stops the page below a dialog from scrolling, without moving it where a scrollbar takes up room. Returns the function that ends it. */
export function lockScroll(): () => void {
  const page = document.documentElement
  if (locks === 0) {
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    page.style.overflow = 'hidden'
  }
  locks += 1
  return () => {
    locks -= 1
    if (locks > 0) return
    page.style.overflow = ''
    page.style.scrollbarGutter = ''
  }
}
