const copied = [
  'boxSizing',
  'width',
  'padding',
  'border',
  'font',
  'letterSpacing',
  'lineHeight',
  'textIndent',
  'tabSize',
  'direction',
] as const

/** The place of a character of a text field on the screen. Browsers do not tell it, so the text is laid out once more, out of sight. */
export function placeInText(field: HTMLTextAreaElement, offset: number): DOMRect {
  const copy = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of copied) copy.style[name] = style[name]
  Object.assign(copy.style, { position: 'absolute', top: 0, left: 0, visibility: 'hidden' })
  Object.assign(copy.style, { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
  const mark = document.createElement('span')
  mark.textContent = '#'
  copy.append(field.value.slice(0, offset), mark, field.value.slice(offset + 1))
  document.body.append(copy)
  const [own, inCopy, there] = [field, copy, mark].map((element) => element.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
    DOMRect,
  ]
  copy.remove()
  const left = own.left + there.left - inCopy.left
  const top = own.top + there.top - inCopy.top - field.scrollTop
  return new DOMRect(left, Math.min(Math.max(top, own.top), own.bottom - there.height), there.width, there.height)
}
