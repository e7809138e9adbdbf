import { type Reading, typedDay } from '../contract/quick-add/days-in-words.ts'
import { usageError } from './errors.ts'

const unitMs = { m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** The moment in the past that a text means: a time before now (`2h`), a time of today, a day, which begins at midnight, or a moment. */
export function momentIn(text: string, reading: Reading & { now: Date }, option: string): string {
  const time = timeIn(text.trim(), reading)
  if (time === undefined || Number.isNaN(time))
    throw usageError(
      `${option} does not understand “${text}”.`,
      'Use a time such as 30m, 2h, 3d or 09:30, a day such as yesterday or 2026-11-17, or a moment such as 2026-11-17T09:30.',
    )
  if (time > reading.now.getTime()) throw usageError(`${option} needs a moment that has passed, not “${text}”.`)
  return new Date(time).toISOString()
}

function timeIn(text: string, reading: Reading & { now: Date }): number | undefined {
  const [, count, unit = ''] = /^(\d{1,4}) ?(m|min|h|d|w)$/i.exec(text) ?? []
  if (count) return reading.now.getTime() - Number(count) * unitMs[unit.toLowerCase() as keyof typeof unitMs]
  const [, hours, minutes] = /^(\d{1,2}):(\d\d)$/.exec(text) ?? []
  if (hours && minutes) return new Date(reading.now).setHours(Number(hours), Number(minutes), 0, 0)
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)) return Date.parse(text.replace(' ', 'T'))
  const day = typedDay(text, reading)
  return day === undefined ? undefined : Date.parse(`${day}T00:00`)
}
