type Field = HTMLInputElement | HTMLTextAreaElement

/** Fields with text that the user has typed. */
const typed = new Set<Field>()

/** Kinds of input that hold no text of their own: a search is in the address. */
const textless = new Set(['search', 'checkbox', 'radio', 'file', 'range', 'color', 'button', 'submit', 'reset'])

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !textless.has(target.type))

function forgetEmptied() {
  for (const field of typed) if (!field.isConnected || !field.value) typed.delete(field)
}

document.addEventListener(
  'input',
  ({ target }) => {
    forgetEmptied()
    if (isField(target)) typed.add(target)
  },
  true,
)

/** Whether a field on the page has text that the user has typed. */
export function hasTypedText(): boolean {
  forgetEmptied()
  return typed.size > 0
}
