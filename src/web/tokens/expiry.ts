import { localDay, parseDay } from '../../contract/calendar-day.ts'

/** The choices of a new token, with their number of days. */
export const lifetimes = {
  '30': '30 days',
  '90': '90 days',
  '365': '1 year',
  day: 'On a day',
  never: 'Never',
} as const
export type Lifetime = keyof typeof lifetimes

/** When a token expires: after some days, or at the end of the chosen day here. Undefined if never. */
export function expiryOf(lifetime: Lifetime, day: string, now: number): string | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'day') return new Date(`${day}T23:59:59`).toISOString()
  return new Date(now + Number(lifetime) * 24 * 3_600_000).toISOString()
}

/** Why a day cannot be chosen; null if it can. */
export function dayProblem(day: string, now: number): string | null {
  if (parseDay(day) === undefined) return 'Please choose a day.'
  return day < localDay(new Date(now)) ? 'This day is over.' : null
}
