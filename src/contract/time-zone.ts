import { addDays } from './calendar-day.ts'

/** Whether a text is the name of a time zone, such as `Europe/Berlin`. Abbreviations and offsets are none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Z][\w+-]*(\/[\w+-]+){0,2}$/i.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

/** The time zone of a user, and the hour at which the days of this user begin to count. */
export interface UserTime {
  /** Empty until a browser has detected it. */
  timeZone: string
  /** Absent means midnight. */
  dayStart?: number
}

/** The day to which a time counts for a user; in UTC if the time zone is not known. Before the hour at which days begin, it is still the day before. */
export function dayIn({ timeZone, dayStart = 0 }: UserTime, at: Date): string {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timeZone || 'UTC',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit' },
  })
  // The format of Canada is that of our days, followed by the hour.
  const [day = '', hour] = format.format(at).split(', ')
  return Number(hour) < dayStart ? addDays(day, -1) : day
}
