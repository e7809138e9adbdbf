import { usageError } from './errors.ts'

/** The number in an option, which counts from 1; undefined if it was not given. */
export function countOf(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text) || Number(text) < 1)
    throw usageError(`${option} needs a number from 1 on, not “${text}”.`)
  return Number(text)
}
