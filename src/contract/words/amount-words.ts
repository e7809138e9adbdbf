import type { Task } from '../schemas/tasks.ts'
import { spanIn } from '../spans.ts'
import { type AmountField, type AmountName, amountFields, presentValue } from '../task-fields.ts'

type Unit = Pick<AmountField, 'unit' | 'max'>

/** An amount with its unit: `3 h`. */
export const amountInWords = ({ unit: { sign } }: Pick<AmountField, 'unit'>, amount: number) => `${amount} ${sign}`

/** The amount of a task with its unit; empty if it has none. */
export function amountOf(task: Partial<Pick<Task, AmountName>>, field: AmountField): string {
  const amount = task[field.field] ?? null
  return amount === null ? '' : amountInWords(field, amount)
}

/** The amount that a text means, with or without its unit: `3`, `3h` or `3 h`. Undefined if it means none, or one that is too large. */
export function amountIn(
  text: string,
  { unit, max }: { unit?: Unit['unit'] | undefined; max: number },
): number | undefined {
  const [, digits = '', sign = ''] = /^\s*(\d{1,9})\s*(\p{L}*)\s*$/u.exec(text) ?? []
  const isKnown = !sign || sign.toLowerCase() === unit?.sign
  return digits && isKnown && Number(digits) <= max ? Number(digits) : undefined
}

/** A span of amounts: `2 to 4 h`, `Up to 1 h`, `9 h or more`. */
export function spanInWords(text: string, sign: string): string {
  const { from, to } = spanIn(text, (end) => end) ?? {}
  if (text === presentValue) return 'Any'
  if (from === undefined) return `Up to ${to} ${sign}`
  if (to === undefined) return `${from} ${sign} or more`
  return from === to ? `${from} ${sign}` : `${from} to ${to} ${sign}`
}

/** The amounts that the open tasks of a list have together, in words: `12 h`. Empty if none of them has any. */
export function sumsInWords(tasks: readonly Task[]): string {
  const sums = amountFields.flatMap((field) => {
    let [sum, hasAny] = [0, false]
    for (const task of tasks) {
      const amount = task.status === 'Completed' ? null : (task[field.field] ?? null)
      if (amount === null) continue
      hasAny = true
      sum += amount
    }
    return hasAny ? amountInWords(field, sum) : []
  })
  return sums.join(' · ')
}
