/** A property of a component, such as `DUE;TZID=Europe/Berlin:20261121T150000`. */
export interface Property {
  parameters: Map<string, string>
  value: string
}

const maxLine = 200_000

/** Lines, of which one that begins with a space continues the one before (RFC 5545, 3.1). */
export function* unfolded(text: string): Generator<{ line: number; text: string }> {
  let parts: string[] = []
  let first = 0
  let length = 0
  for (const [index, raw] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^[ \t]/.test(raw) && parts.length) {
      length += raw.length
      if (length < maxLine) parts.push(raw.slice(1))
      continue
    }
    if (parts.length) yield { line: first, text: parts.join('') }
    parts = [raw]
    first = index + 1
    length = raw.length
  }
  if (parts.length) yield { line: first, text: parts.join('') }
}

/** A name, parameters and a value; undefined if a line has another form. A parameter in quotes may contain colons. */
export function propertyIn(text: string): [string, Property] | undefined {
  const name = /^[A-Za-z0-9-]{1,100}/.exec(text)?.[0]
  if (!name) return undefined
  const parameters = new Map<string, string>()
  const parameter = /;([A-Za-z0-9-]+)=("[^"]*"|[^;:"]*)/y
  parameter.lastIndex = name.length
  let end = name.length
  for (let found = parameter.exec(text); found; found = parameter.exec(text)) {
    end = parameter.lastIndex
    parameters.set((found[1] ?? '').toUpperCase(), (found[2] ?? '').replace(/^"|"$/g, ''))
  }
  return text[end] === ':' ? [name.toUpperCase(), { parameters, value: text.slice(end + 1) }] : undefined
}

const escapes: Partial<Record<string, string>> = { n: '\n', N: '\n' }
/** A text as it was before it was written into a property. */
export const unescaped = (text: string) => text.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
