/**
 * Lets fingers scroll the page from an element, except while something is dragged. The listener must be there before the finger comes, and
 * React's cannot prevent the scrolling.
 */
export function keepScrollStill(element: HTMLElement, isDragging: () => boolean): () => void {
  const onMove = (event: TouchEvent) => {
    if (isDragging() && event.cancelable) event.preventDefault()
  }
  element.addEventListener('touchmove', onMove, { passive: false })
  return () => element.removeEventListener('touchmove', onMove)
}
