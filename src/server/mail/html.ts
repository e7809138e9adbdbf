/** HTML in which every value has been escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => codes[character] ?? '')

type Value = string | number | undefined | Html | Html[]

/** A template whose values are escaped, unless they are `html` themselves. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const texts = values.map((value) => {
    if (value instanceof Html) return value.text
    if (Array.isArray(value)) return value.map(({ text }) => text).join('')
    return escaped(String(value ?? ''))
  })
  return new Html(parts.map((part, index) => part + (texts[index] ?? '')).join(''))
}
