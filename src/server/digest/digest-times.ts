import type { Preferences } from '../../contract/schemas/accounts.ts'
import { momentOf } from '../reminders/local-time.ts'

export type DigestSettings = NonNullable<Preferences['digest']>

/** The day and the time that a clock in a time zone shows; in UTC if the name is empty. */
function zoned(timeZone: string, at: number) {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone || 'UTC')
}

/** The day that the calendar shows there: days of digests begin at midnight. */
export const dayAt = (timeZone: string, at: number): string => zoned(timeZone, at).toPlainDate().toString()

/** When the next digest after a time is due: its day and time there, and the moment. Undefined if no day is chosen. */
export function nextDigest({ at, days }: DigestSettings, timeZone: string, after: number) {
  const first = zoned(timeZone, after).toPlainDate()
  // The digest of today may be over, so its weekday can be needed twice.
  for (let distance = 0; distance <= 7; distance++) {
    const day = first.add({ days: distance })
    if (!days.includes(day.dayOfWeek)) continue
    const localTime = `${day.toString()}T${at}`
    const dueAt = momentOf(timeZone, localTime)
    if (dueAt > after) return { localTime, dueAt }
  }
  return undefined
}

/**
 * Whether a digest is sent now although it was due before: only on its day, or, after the server was off for longer, on another day that has a
 * digest whose time has passed. So one digest stands for all that were missed.
 */
export function isForNow({ at, days }: DigestSettings, timeZone: string, now: number): boolean {
  const today = zoned(timeZone, now).toPlainDate()
  return days.includes(today.dayOfWeek) && momentOf(timeZone, `${today.toString()}T${at}`) <= now
}
