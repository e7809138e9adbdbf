/** The same place in a text after a part of it was replaced. */
export function movedOffset(before: string, after: string, offset: number): number {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && before[from] === after[from]) from++
  if (offset <= from) return offset
  let same = 0
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++
  return offset >= before.length - same ? offset + after.length - before.length : after.length - same
}

/** Remembers the cursor in the field that has the focus. Returns the function that puts it at the same place of the changed text. */
export function rememberCaret(): () => void {
  const field = document.activeElement
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return () => {}
  const { value, selectionStart, selectionEnd } = field
  if (selectionStart === null || selectionEnd === null) return () => {}
  return () => {
    const place = (offset: number) => movedOffset(value, field.value, offset)
    field.setSelectionRange(place(selectionStart), place(selectionEnd))
  }
}
