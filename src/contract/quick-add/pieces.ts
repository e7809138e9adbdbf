import type { GivenCriterion } from '../done-when.ts'
import type { TypedReminder } from '../reminders.ts'
import type { Repeat } from '../repeat.ts'
import type { AmountField } from '../task-fields.ts'
import type { Priority } from '../tasks.ts'

export type Meaning =
  | { kind: 'due'; day: string }
  | { kind: 'start'; day: string }
  | { kind: 'repeat'; repeat: Repeat }
  | { kind: 'priority'; priority: Priority }
  | { kind: 'label'; label: string }
  | { kind: 'amount'; field: AmountField; amount: number }
  | { kind: 'criteria'; criteria: GivenCriterion[] }
  | { kind: 'reminder'; typed: TypedReminder; reminder?: string }
  | { kind: 'link'; link: LinkField; id: string }

export type LinkField = 'partOf' | 'blockedBy' | 'related'

/** A piece of a line that is more than a word of the title, from `start` to `end`. */
export type Piece = Meaning & { text: string; start: number; end: number }

/** A piece with the part of the line that is not in the title because of it. */
export interface Found {
  piece: Piece
  from: number
  to: number
}

/** Stands for what is already understood. */
export const filler = '_'
export const mask = (line: string, { from, to }: Found) =>
  line.slice(0, from) + filler.repeat(to - from) + line.slice(to)
