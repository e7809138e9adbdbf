import ICAL from 'ical.js'
import { addDays } from '../../contract/calendar-day.ts'
import { unescaped } from '../../contract/icalendar-lines.ts'
import { daysOfMeetings, type Meeting, meetingLimits } from '../../contract/meetings.ts'
import { withoutHidden } from '../../contract/plain-names.ts'
import { type DayRange, type FeedEvent, partsOf } from './event-lines.ts'
import { processorMs, withinTime } from './guarded.ts'
import { ruleIn, startsOf } from './occurrences.ts'
import { dayOf, instant, keyOf, type Time, timeIn, timesIn, written } from './times.ts'
import { zonesOf } from './zones.ts'

/** The meetings of a feed around a day. */
export interface ParsedFeed {
  meetings: Meeting[]
  /** The events that could not be understood. */
  leftOut: number
  /** The day from which on meetings are missing, because there are too many. */
  endsOn: string | null
}

/** The time on the processor after which all other events are left out. */
const maxMs = 3_000
/** Repetitions that are sorted at once, so that a feed of nothing but repetitions needs no more memory than others. */
const maxSorted = 20_000

const compact = (day: string) => day.replaceAll('-', '')
const first = ({ properties }: FeedEvent, name: string) => properties.get(name)?.[0]
const wordOf = (event: FeedEvent, name: string) => first(event, name)?.value.trim().toUpperCase() ?? ''

/** A text of one line, without anything that hides or reorders other text. */
function shortText(event: FeedEvent, name: string, maxLength: number): string {
  const value = (first(event, name)?.value ?? '').slice(0, 10 * maxLength)
  const line = withoutHidden(unescaped(value).replace(/\s+/g, ' ')).trim()
  const characters = [...line]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : line
}

/**
 * Reads the meetings around a day out of the text of a calendar (RFC 5545): repetitions with their exceptions, in the time zones that it names or
 * defines. Events that cannot be understood are counted and left out; nothing in the text makes it fail or run for long.
 */
export function parseFeed(text: string, today: string, clock: () => number = processorMs): ParsedFeed {
  const range = { from: addDays(today, -daysOfMeetings.before), to: addDays(today, daysOfMeetings.after) }
  // Wherever a time is: one day more on both sides.
  const days: DayRange = { from: compact(addDays(range.from, -1)), to: compact(addDays(range.to, 1)) }
  const parts = partsOf(text, days)
  const read = readingEvents(days, zonesOf(parts.zones))
  const isWithin = ({ start, end }: Meeting) => end.slice(0, 10) >= range.from && start.slice(0, 10) <= range.to
  let found: Omit<ParsedFeed, 'leftOut'> = { meetings: [], endsOn: null }
  let { leftOut } = parts
  const deadline = clock() + maxMs
  for (const event of seriesIn(parts.events)) {
    const some = clock() < deadline ? withinTime(() => read(event)) : undefined
    if (!some) leftOut++
    else for (const one of some) if (isWithin(one)) found.meetings.push(one)
    if (found.meetings.length > maxSorted) found = firstOnes(found, today)
  }
  return { ...firstOnes(found, today), leftOut }
}

/** Those that are not over come first if there are too many. */
function firstOnes({ meetings, endsOn }: Omit<ParsedFeed, 'leftOut'>, today: string): Omit<ParsedFeed, 'leftOut'> {
  const sorted = meetings.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  const over = sorted.filter(({ end }) => end.slice(0, 10) < today).length
  const { meetings: max } = meetingLimits
  const from = Math.min(over, Math.max(0, sorted.length - max))
  const cut = sorted[from + max]?.start.slice(0, 10) ?? null
  const ends = [cut, endsOn].filter((day) => day !== null).sort()
  return { meetings: sorted.slice(from, from + max), endsOn: ends[0] ?? null }
}

/** An event with those that replace some of its repetitions. One whose event is missing stands alone. */
interface Series {
  event: FeedEvent
  replacing: FeedEvent[]
}

function seriesIn(events: FeedEvent[]): Series[] {
  const isReplacing = (event: FeedEvent) => event.properties.has('RECURRENCE-ID')
  const replacing = Map.groupBy(events.filter(isReplacing), ({ uid }) => uid)
  // The last version of an event with the same id counts.
  const whole = new Map(
    events.filter((event) => !isReplacing(event)).map((event, place) => [event.uid || place, event]),
  )
  return [
    ...[...whole.values()].map((event) => ({ event, replacing: event.uid ? (replacing.get(event.uid) ?? []) : [] })),
    ...[...replacing.values()].flat().map((event) => ({ event, replacing: [] })),
  ]
}

/** What is the same for all repetitions of an event, unless another one replaces it from some time on. */
interface Shape {
  title: string
  place: string | null
  isBusy: boolean
  endOf: (start: Time) => string
}

function readingEvents({ from, to }: DayRange, zoneOf: ReturnType<typeof zonesOf>) {
  const bounds = (zone: Time['zone']) => [timeIn(`${from}T000000`, zone), timeIn(`${to}T235959`, zone)] as const

  function timeOf(event: FeedEvent, name: string): Time | undefined {
    const property = first(event, name)
    return property && timeIn(property.value, zoneOf(property.parameters.get('TZID')))
  }

  function startOf(event: FeedEvent): Time {
    const start = timeOf(event, 'DTSTART')
    if (!start) throw new RangeError('No beginning')
    return start
  }

  /** The end that belongs to a beginning: as long after it as the clock says, or across time zones as the time that passes. */
  function endingOf(event: FeedEvent, start: Time): Shape['endOf'] {
    const end = timeOf(event, 'DTEND')
    if (end && end.isDate === start.isDate && end.compare(start) > 0) {
      if (!end.isDate && end.zone !== start.zone) {
        const seconds = end.toUnixTime() - start.toUnixTime()
        return (from) => instant(from.toUnixTime() + seconds)
      }
      const length = end.subtractDate(start)
      return (from) => written(later(from, length))
    }
    const duration = first(event, 'DURATION')
    const length = duration && ICAL.Duration.fromString(duration.value.trim())
    if (length && !length.isNegative && (!start.isDate || length.toSeconds() >= 86_400)) {
      return (from) => written(later(from, length))
    }
    return (from) => (from.isDate ? written(later(from, ICAL.Duration.fromSeconds(86_400))) : written(from))
  }

  const later = (time: Time, length: InstanceType<typeof ICAL.Duration>) => {
    const moved = time.clone()
    moved.addDuration(length)
    return moved
  }

  const shapeOf = (event: FeedEvent, start: Time): Shape => ({
    title: shortText(event, 'SUMMARY', meetingLimits.title) || 'Busy',
    place: shortText(event, 'LOCATION', meetingLimits.place) || null,
    isBusy: wordOf(event, 'TRANSP') !== 'TRANSPARENT',
    endOf: endingOf(event, start),
  })

  const meetingOf = ({ endOf, ...rest }: Shape, start: Time): Meeting => ({
    start: written(start),
    end: endOf(start),
    ...rest,
  })

  /** The beginnings of an event within the range, each once. */
  function startsWithin(event: FeedEvent, start: Time): Map<string, Time> {
    const [earliest, latest] = bounds(start.zone)
    const starts = new Map<string, Time>()
    const { properties } = event
    const rules = properties.get('RRULE') ?? []
    if (!rules.length) starts.set(keyOf(start), start)
    for (const { value } of rules) {
      for (const one of startsOf(start, ruleIn(value, start), earliest, latest)) {
        starts.set(keyOf(one), one)
        if (starts.size > 2 * meetingLimits.meetings) return starts
      }
    }
    for (const one of timesIn(properties.get('RDATE'), zoneOf)) {
      if (one.compare(earliest) >= 0 && one.compare(latest) <= 0) starts.set(keyOf(one), one)
    }
    return starts
  }

  return ({ event, replacing }: Series): Meeting[] => {
    if (wordOf(event, 'STATUS') === 'CANCELLED') return []
    const start = startOf(event)
    const starts = startsWithin(event, start)
    // Some programs leave out a whole day, although the meeting has a time.
    const leftOut = timesIn(event.properties.get('EXDATE'), zoneOf)
    const keys = new Set(leftOut.map(keyOf))
    const changes: { from: Time; start: Time; event: FeedEvent }[] = []
    for (const other of replacing) {
      const replaced = timeOf(other, 'RECURRENCE-ID')
      if (!replaced) continue
      const isFromThenOn = first(other, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE'
      if (isFromThenOn) changes.push({ from: replaced, start: startOf(other), event: other })
      keys.add(keyOf(replaced))
    }
    changes.sort((a, b) => b.from.compare(a.from))
    const usual = shapeOf(event, start)
    const changed = changes.map((change) => ({ ...change, shape: shapeOf(change.event, change.start) }))
    const meetings: Meeting[] = []
    for (const [key, one] of starts) {
      if (keys.has(key) || (!one.isDate && keys.has(dayOf(one)))) continue
      const change = changed.find(({ from }) => one.compare(from) > 0)
      if (!change) meetings.push(meetingOf(usual, one))
      else if (wordOf(change.event, 'STATUS') !== 'CANCELLED') {
        meetings.push(meetingOf(change.shape, later(one, change.start.subtractDate(change.from))))
      }
    }
    return meetings
  }
}
