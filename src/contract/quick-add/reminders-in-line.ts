import { addDays, localDay } from '../calendar-day.ts'
import { isReminder, reminderOf, type TypedReminder, usualTime } from '../reminders.ts'
import { taskLimits } from '../tasks.ts'
import { daysIn, type Reading } from './days-in-words.ts'
import { type Found, filler } from './pieces.ts'

/** The words of a reminder: `remind 15:00`, `remind me 2 days before at 8:00`, `remind friday 9am`. */
const lead = /(?<=^|\s)remind(\s+me)?\s+/gi
const time = String.raw`(?:at\s+)?(?:(?<hour>\d{1,2})(?::(?<minute>[0-5]\d))?\s*(?<half>[ap])\.?m\b\.?|(?<hour24>\d{1,2}):(?<minute24>[0-5]\d)|(?<noon>noon))`
const end = String.raw`(?=[.,;:!?]*(?:\s|$))`
const onlyTime = new RegExp(`^${time}${end}`, 'i')
const nextTime = new RegExp(String.raw`^\s+${time}${end}`, 'i')
const before = new RegExp(
  String.raw`^(?:(?<count>\d{1,3}|an?|one|two|three)\s+(?<unit>day|week)s?\s+before|(?<eve>the\s+day\s+before)|on\s+the\s+(?:due\s+)?day)${end}`,
  'i',
)
const counts: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3 }

/** The time of a match, such as `15:00`; undefined if there is no such time. */
function timeOf({ hour, minute = '00', half, hour24, minute24 = '00', noon }: Record<string, string | undefined>) {
  if (noon) return '12:00'
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour24)
  if (half ? Number(hour) < 1 || Number(hour) > 12 : hours > 23) return undefined
  return `${String(hours).padStart(2, '0')}:${half ? minute : minute24}`
}

interface Typed {
  parts: TypedReminder
  length: number
}

/** The reminder with which a text begins. */
function reminderAt(text: string, reading: Reading): Typed | undefined {
  const alone = onlyTime.exec(text)
  const at = alone && timeOf(alone.groups ?? {})
  if (at) return { parts: { day: undefined, daysBefore: undefined, time: at }, length: alone[0].length }
  const counted = before.exec(text)
  if (counted) {
    const { count = '0', unit = '', eve } = counted.groups ?? {}
    const days = eve ? 1 : (counts[count.toLowerCase()] ?? Number(count)) * (/week/i.test(unit) ? 7 : 1)
    return withTime(text, counted[0].length, { day: undefined, daysBefore: days })
  }
  const [, on = ''] = /^(on\s+)/i.exec(text) ?? []
  const found = daysIn(text, reading).find(({ index }) => index === on.length)
  if (!found || found.day < localDay(reading.now)) return undefined
  return withTime(text, on.length + found.text.length, { day: found.day, daysBefore: undefined })
}

function withTime(text: string, length: number, day: Omit<TypedReminder, 'time'>): Typed {
  const found = nextTime.exec(text.slice(length))
  const at = found && timeOf(found.groups ?? {})
  return at
    ? { parts: { ...day, time: at }, length: length + found[0].length }
    : { parts: { ...day, time: usualTime }, length }
}

/** The reminders in a line whose marks are masked. Those beyond the limit stay in the title. */
export function remindersIn(line: string, reading: Reading, plain: ReadonlySet<string>): Found[] {
  const found: Found[] = []
  for (const { 0: words, 1: me, index: from } of line.matchAll(lead)) {
    // `Remind tomorrow's speakers` is a title.
    if (!me && !line.slice(0, from).replaceAll(filler, '').trim()) continue
    const typed = reminderAt(line.slice(from + words.length), reading)
    if (!typed || found.length >= taskLimits.reminders) continue
    const until = from + words.length + typed.length
    const text = line.slice(from, until)
    if (plain.has(text)) continue
    const to = line.length - line.slice(until).replace(/^[.,;:!?]+/, '').length
    found.push({ piece: { kind: 'reminder', typed: typed.parts, text, start: from, end: until }, from, to })
  }
  return found
}

/**
 * The reminder that words mean for a task. A time without a day is on the due day; for a task without a due date, it is the next moment with that
 * time. Undefined for days before a due date that the task does not have.
 */
export function meantReminder(
  { day, daysBefore, time: at }: TypedReminder,
  dueDate: string | null | undefined,
  { now, clock = timeOn(now) }: Reading,
): string | undefined {
  if (day) return reminderOf({ day, daysBefore: 0, time: at })
  if (dueDate) {
    const reminder = reminderOf({ day: undefined, daysBefore: daysBefore ?? 0, time: at })
    return isReminder(reminder) ? reminder : undefined
  }
  if (daysBefore !== undefined) return undefined
  return reminderOf({ day: addDays(localDay(now), at > clock ? 0 : 1), daysBefore: 0, time: at })
}

const timeOn = (now: Date) => `${String(now.getHours()).padStart(2, '0')}:${String(now.getMinutes()).padStart(2, '0')}`

/** The reminder that a whole text means, in its stored form or in words. Undefined for anything else. */
export function typedReminder(text: string, dueDate: string | null | undefined, reading: Reading): string | undefined {
  const whole = text.trim()
  if (isReminder(whole)) return whole
  const words = whole.replace(/^remind(\s+me)?\s+/i, '')
  const typed = reminderAt(words, reading)
  return typed?.length === words.length ? meantReminder(typed.parts, dueDate, reading) : undefined
}
