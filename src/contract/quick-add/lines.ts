import { newId } from '../new-id.ts'
import { defaults, type Priority, type Status, taskLimits } from '../tasks.ts'
import { hasCriteriaOnly, withCriteria } from './criteria-mark.ts'

/** Values that come from the place where a line is entered: a day of the calendar, or a column of the board. */
export interface Given {
  dueDate?: string
  status?: Status
  priority?: Priority
}

/** A line that becomes a task. */
export interface Line {
  /** Identifies the line while it is edited. */
  id: string
  text: string
  /** A pasted checklist marks completed lines. */
  status: Status
  /** Words of the text that would be a date, a priority or a label, and which the user keeps as text. */
  plain: ReadonlySet<string>
  /** Words of the text override these values. */
  given?: Given
}

/** More lines would take too long to parse and to show. */
export const maxPastedLines = 500

export const newLine = (text: string, status: Status = defaults.status): Line => ({
  id: newId(),
  text,
  status,
  plain: new Set(),
})

/** The line with another text. Words that are no longer in it are forgotten, so that they are read again if they return. */
export const withText = (line: Line, text: string): Line => ({
  ...line,
  text,
  plain: new Set([...line.plain].filter((word) => text.includes(word))),
})

export const withPlain = (line: Line, word: string): Line => ({ ...line, plain: new Set([...line.plain, word]) })

/** The line with values from its place, in place of those that it had. */
export function withGiven({ given: _, ...line }: Line, given: Given | undefined): Line {
  return given && Object.keys(given).length ? { ...line, given } : line
}

/** The line without one of the values from its place. */
export function withoutGiven(line: Line, field: keyof Given): Line {
  const { [field]: _, ...rest } = line.given ?? {}
  return withGiven(line, rest)
}

/** The number of characters, if a task cannot hold them: a title that is too long continues in the description. */
export function excessLength({ text }: Line): number | undefined {
  if (text.length <= taskLimits.description) return undefined
  const { length } = [...text.trim()]
  return length > taskLimits.description ? length : undefined
}

const bullet = /^\s*(?:(?:[-*+•]|\d+[.)])\s+)?(?:\[([ xX])\]\s+)?/

/**
 * The non-empty lines of a pasted text, without bullets and checkboxes. A checked line is a completed task, and one that begins with
 * `done when:` has criteria of the task before it.
 */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r?\n/)
    .map((line) => {
      const [start = '', box = ' '] = bullet.exec(line) ?? []
      return newLine(line.slice(start.length).trim(), box === ' ' ? defaults.status : 'Completed')
    })
    .filter((line) => line.text)
    .reduce<Line[]>((lines, line) => {
      const before = hasCriteriaOnly(line.text) ? lines.pop() : undefined
      lines.push(before ? { ...before, text: withCriteria(before.text, line.text) } : line)
      return lines
    }, [])
}
