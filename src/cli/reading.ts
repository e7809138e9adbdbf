import { type Reading, typedDay } from '../contract/quick-add/days-in-words.ts'
import { typedRepeat } from '../contract/quick-add/typed-repeat.ts'
import type { Repeat } from '../contract/repeat.ts'
import { someday } from '../contract/start-date.ts'
import type { AmountField } from '../contract/task-fields.ts'
import { amountIn as typedAmount } from '../contract/words/amount-words.ts'
import { usageError } from './errors.ts'

/** Removes a value. */
const none = 'none'

/** The day that a text means; null for `none`. */
export function dayIn(text: string, reading: Reading, option: string): string | null {
  if (text === none) return null
  const day = typedDay(text, reading)
  if (day) return day
  throw usageError(
    `${option} does not understand “${text}”.`,
    'Use a day such as 2026-11-20, friday or "in 2 weeks", or none.',
  )
}

/** The amount that a text means, such as `3` or `3h`; null for `none`. */
export function amountIn(text: string, field: AmountField): number | null {
  if (text === none) return null
  const amount = typedAmount(text, field)
  if (amount !== undefined) return amount
  const { unit, max } = field
  throw usageError(
    `--${field.field} does not understand “${text}”.`,
    `Use whole ${unit.name} from 0 to ${max}, such as 3 or 3${unit.sign}, or none.`,
  )
}

/** The start day that a text means, which may also be `someday`. */
export const startIn = (text: string, reading: Reading, option: string) =>
  text.toLowerCase() === 'someday' ? someday : dayIn(text, reading, option)

/** The repetition that a text means; null for `none`. */
export function repeatIn(text: string, reading: Reading): Repeat | null {
  if (text === none) return null
  const repeat = typedRepeat(text, reading)
  if (repeat) return repeat
  throw usageError(
    `--repeat does not understand “${text}”.`,
    'Use words such as "every 2 weeks", "mon, thu" or monthly, or none.',
  )
}
