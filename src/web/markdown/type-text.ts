import type { Selected } from './edit-text.ts'

/** Whether an offset of a text is in the middle of a character. */
const isInside = (text: string, offset: number) => /[\uDC00-\uDFFF]/.test(text[offset] ?? '')

/** Changes the text of a field as if the user had typed it, so that the browser can undo it. Only the part that differs is replaced. */
export function typeInto(field: HTMLTextAreaElement, { text, start, end }: Selected) {
  const { value } = field
  const shorter = Math.min(value.length, text.length)
  let from = 0
  while (from < shorter && value[from] === text[from]) from++
  if (isInside(text, from) || isInside(value, from)) from--
  let same = 0
  while (same < shorter - from && value.at(-1 - same) === text.at(-1 - same)) same++
  if (isInside(text, text.length - same)) same--
  const to = value.length - same
  const added = text.slice(from, text.length - same)
  field.focus()
  field.setSelectionRange(from, to)
  // Deprecated, but the only way that keeps the browser's undo.
  const isTyped = from === to && !added ? true : document.execCommand(added ? 'insertText' : 'delete', false, added)
  if (!isTyped) {
    field.setRangeText(added, from, to)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.setSelectionRange(start, end)
}

export const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
})
