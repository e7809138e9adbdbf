import { isPlainName } from './plain-names.ts'

/** Of the calendars of others whose meetings are shown. Texts of meetings are cut at their limits. */
export const meetingLimits = {
  name: 60,
  calendars: 10,
  address: 2_000,
  title: 200,
  place: 200,
  /** Those of one calendar that are kept. */
  meetings: 1_000,
} as const

/** Whether a text can be the name of a calendar of others. */
export const isMeetingCalendarName = (text: string) => isPlainName(text, meetingLimits.name)

/** The days around today whose meetings are kept. */
export const daysOfMeetings = { before: 35, after: 371 } as const

/** How often calendars of others are read. */
export const readEveryMs = 15 * 60_000

/** An entry of a calendar of others. */
export interface Meeting {
  /** An instant (`2026-11-17T14:00:00Z`), a time of the user's clock (`2026-11-17T14:00:00`), or a day (`2026-11-17`). */
  start: string
  /** Of the same form. Of a meeting on whole days, the day after the last one. */
  end: string
  title: string
  place: string | null
  /** Whether it takes the user's time. */
  isBusy: boolean
}

interface Span {
  /** `2026-11-17T14:00`, as a clock in the time zone of the user shows it, or `2026-11-17` for a whole day. */
  start: string
  end: string
}

/** A meeting, as the user's clock shows it. A meeting on whole days has the day after the last one as its end. */
export interface LocalMeeting<M extends Meeting = Meeting> extends Span {
  meeting: M
}

/** A meeting on one day. */
export interface MeetingOnDay<M extends Meeting = Meeting> extends LocalMeeting<M> {
  /** The times on this day, such as `14:00`. Both are absent if it takes the whole day; one is absent if the meeting began before or ends later. */
  from?: string
  until?: string
}

const isWholeDay = (time: string) => time.length === 10

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-CA', {
    ...(timeZone ? { timeZone } : {}),
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  formats.set(timeZone, format)
  return format
}

/** The time that a clock in a time zone shows, such as `2026-11-17T14:00`. An empty time zone is that of this machine. */
export const clockTime = (at: Date, timeZone: string): string => formatOf(timeZone).format(at).replace(', ', 'T')

/** A time of a meeting as the user's clock shows it. A time without a zone is the same everywhere. */
const localTime = (time: string, timeZone: string) =>
  time.endsWith('Z') ? clockTime(new Date(time), timeZone) : time.slice(0, 16)

/** The meetings as the user's clock shows them, in the order of their beginnings; those of whole days come first on their days. */
export const localMeetings = <M extends Meeting>(meetings: readonly M[], timeZone: string): LocalMeeting<M>[] =>
  meetings
    .map((meeting) => ({
      meeting,
      start: localTime(meeting.start, timeZone),
      end: localTime(meeting.end, timeZone),
    }))
    .sort((a, b) => compare(a.start, b.start) || compare(a.end, b.end))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Whether a meeting takes place on a day. One that ends at midnight does not take the next day; one without a length has its day. */
const isOn = ({ start, end }: Span, day: string) => {
  const isAfterStart = start.slice(0, 10) <= day
  const last = end.slice(0, 10)
  const endsAtBegin = isWholeDay(end) || end.endsWith('T00:00')
  return isAfterStart && (day < last || (day === last && !endsAtBegin) || (start === end && start.startsWith(day)))
}

/** The meetings of a day, in their order. */
export function meetingsOn<M extends Meeting>(meetings: readonly LocalMeeting<M>[], day: string): MeetingOnDay<M>[] {
  return meetings.flatMap((one): MeetingOnDay<M>[] => {
    if (!isOn(one, day)) return []
    const { start, end } = one
    if (isWholeDay(start)) return [one]
    return [
      {
        ...one,
        ...(start.startsWith(day) ? { from: start.slice(11) } : {}),
        ...(end.startsWith(day) ? { until: end.slice(11) } : {}),
      },
    ]
  })
}

/** The time until the next meeting of today. */
export interface FreeTime {
  minutes: number
  /** When that meeting begins, by the user's clock: `14:00`. */
  meetingAt: string
}

/** The answer of the call for the free time, which is empty if there is none. */
export const freeTimeIn = ({ minutes, meetingAt }: { [Field in keyof FreeTime]: FreeTime[Field] | null }) =>
  minutes === null || meetingAt === null ? undefined : { minutes, meetingAt }

/** The minutes between two times of a clock. A night in which the clocks change lasts an hour more or less than it shows. */
const minutesBetween = (from: string, to: string) => (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000

/**
 * The free time before the next meeting of today. Undefined if there is none, and during a meeting. Meetings of whole days take no time, nor do
 * those that their calendar calls free.
 */
export function freeTime(meetings: readonly Meeting[], at: Date, timeZone: string): FreeTime | undefined {
  const now = clockTime(at, timeZone)
  const today = now.slice(0, 10)
  const busy = localMeetings(
    meetings.filter(({ isBusy, start }) => isBusy && !isWholeDay(start)),
    timeZone,
  )
  if (busy.some(({ start, end }) => start <= now && now < end)) return undefined
  const next = busy.find(({ start }) => start > now)
  if (!next?.start.startsWith(today)) return undefined
  return { minutes: minutesBetween(now, next.start), meetingAt: next.start.slice(11) }
}

/** Says that the estimate of a task fits before the next meeting; undefined if it does not, or the task has none. */
export const fitsBefore = (
  { estimate }: { estimate?: number | null },
  free: FreeTime | undefined,
): string | undefined =>
  free && estimate && estimate * 60 <= free.minutes ? `fits before your meeting at ${free.meetingAt}` : undefined
