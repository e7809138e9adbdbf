import { isTimeZone } from '../../contract/time-zone.ts'

/** All time zones by name, with those that must be among them. */
export function timeZones(...needed: string[]): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...needed.filter(isTimeZone)])].sort()
}

/** Whether the clocks of two time zones agree now and for the coming year: then it makes no difference which one is chosen. */
export function isSameTime(one: string, other: string, now = Date.now()): boolean {
  const clocks = [one, other].map(
    (timeZone) => new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  )
  const weeks = Array.from({ length: 53 }, (_, week) => now + week * 7 * 86_400_000)
  return weeks.every((at) => new Set(clocks.map((clock) => clock.format(at))).size === 1)
}
