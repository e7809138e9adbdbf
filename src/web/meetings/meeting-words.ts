import type { ShownOnDay } from './use-meetings.ts'

interface Times {
  from?: string
  until?: string
}

/** When a meeting is, on a day: `14:00 to 15:00`, `until 2:00`, `all day`. */
export function whenOf({ from, until }: Times): string {
  if (from && until) return from === until ? from : `${from} to ${until}`
  if (from) return `from ${from}`
  return until ? `until ${until}` : 'all day'
}

/** The same for a narrow column: `14:00`, `– 2:00`; nothing for a whole day. */
export const shortWhenOf = ({ from, until }: Times) => from ?? (until && `– ${until}`)

/** Everything about a meeting in one line. */
export const meetingInWords = (one: ShownOnDay): string =>
  [one.meeting.title, whenOf(one), one.meeting.place, one.meeting.calendar, one.meeting.isBusy ? '' : 'free']
    .filter(Boolean)
    .join(', ')
