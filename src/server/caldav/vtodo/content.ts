import { AppError } from '../../../contract/errors.ts'
import { type Property, propertyIn, unescaped, unfolded } from '../../../contract/icalendar-lines.ts'

/** A component of iCalendar: its properties as unfolded lines, and the components within it. */
export interface Component {
  name: string
  lines: string[]
  parts: Component[]
}

export interface TodoLimits {
  bytes: number
  lines: number
  components: number
  depth: number
}

/** A to-do of a person needs far less. */
export const todoLimits: TodoLimits = { bytes: 128 * 1024, lines: 2_000, components: 200, depth: 5 }

export const unreadable = (problem: string) => new AppError('invalid_input', `The to-do cannot be read: ${problem}`)

const edge = /^(BEGIN|END):([A-Za-z0-9-]{1,100})\s*$/i
/** Control characters, which iCalendar does not allow. They are no part of a text that a person has typed. */
const control = /[^\P{Cc}\t\r\n]/gu

/** Reads the components of a text. Fails with the reason for people if it is too large or has another form. */
export function componentsIn(text: string, limits: TodoLimits = todoLimits): Component[] {
  if (Buffer.byteLength(text) > limits.bytes) {
    throw new AppError('too_large', `A to-do may have ${limits.bytes} bytes. Remove attachments or shorten its text.`)
  }
  const all: Component = { name: '', lines: [], parts: [] }
  const open = [all]
  let [lines, components] = [0, 0]
  for (const { line, text: content } of unfolded(text.replace(/^\ufeff/, '').replace(control, ''))) {
    const current = open.at(-1) ?? all
    const [, side, word = ''] = edge.exec(content) ?? []
    const name = word.toUpperCase()
    if (++lines > limits.lines) throw unreadable(`it has more than ${limits.lines} lines.`)
    if (side?.toUpperCase() === 'BEGIN') {
      if (++components > limits.components) throw unreadable(`it has more than ${limits.components} components.`)
      if (open.length > limits.depth) throw unreadable(`its components are more than ${limits.depth} levels deep.`)
      const part: Component = { name, lines: [], parts: [] }
      current.parts.push(part)
      open.push(part)
    } else if (side) {
      if (open.length === 1 || current.name !== name) throw unreadable(`line ${line} ends ${name}, which is not open.`)
      open.pop()
    } else if (content.trim()) {
      if (!nameOf(content)) throw unreadable(`line ${line} is no property.`)
      current.lines.push(content)
    }
  }
  if (open.length > 1) throw unreadable(`the end of ${open.at(-1)?.name} is missing.`)
  return [all, ...all.parts]
}

/** The name of the property on a line; empty if it has none. */
export const nameOf = (line: string): string => /^[A-Za-z0-9-]{1,100}(?=[;:])/.exec(line)?.[0].toUpperCase() ?? ''

export const linesOf = ({ lines }: Component, name: string): string[] => lines.filter((line) => nameOf(line) === name)

/** All properties with a name. */
export const propertiesOf = (component: Component, name: string): Property[] =>
  linesOf(component, name).flatMap((line) => propertyIn(line)?.[1] ?? [])

export const propertyOf = (component: Component, name: string): Property | undefined => propertiesOf(component, name)[0]

/** The text of a property; empty if there is none. */
export const textOf = (component: Component, name: string): string =>
  unescaped(propertyOf(component, name)?.value ?? '')

/** The word of a property such as STATUS, in capitals. */
export const wordOf = (component: Component, name: string): string =>
  propertyOf(component, name)?.value.trim().toUpperCase() ?? ''

/** A component as unfolded lines. */
export const written = ({ name, lines, parts }: Component): string[] => [
  `BEGIN:${name}`,
  ...lines,
  ...parts.flatMap(written),
  `END:${name}`,
]
