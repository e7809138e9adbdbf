/** The place in a text that was clicked, given the texts that are shown of it one after another; undefined if it is not found. */
export function sourceOffset(source: string, shown: readonly string[], clicked: number, offset: number) {
  let from = 0
  for (const [index, text] of shown.entries()) {
    const words = text.trim()
    const at = words ? source.indexOf(words, from) : -1
    if (index === clicked) return at < 0 ? undefined : at + Math.max(0, offset - text.indexOf(words))
    // Some words are not in the source, such as the title of a mentioned task.
    if (at >= 0) from = at + words.length
  }
  return undefined
}

/** The place in the Markdown of an element that was clicked. */
export function offsetAt({ clientX, clientY, currentTarget }: MouseEvent, source: string): number | undefined {
  const caret = document.caretPositionFromPoint?.(clientX, clientY)
  if (!caret || !(currentTarget instanceof Element)) return undefined
  const walker = document.createTreeWalker(currentTarget, NodeFilter.SHOW_TEXT)
  const nodes: Node[] = []
  while (walker.nextNode()) nodes.push(walker.currentNode)
  const shown = nodes.map(({ textContent }) => textContent ?? '')
  return sourceOffset(source, shown, nodes.indexOf(caret.offsetNode), caret.offset)
}
