import ICAL from 'ical.js'
import { parseDay } from '../../../contract/calendar-day.ts'
import type { Property } from '../../../contract/icalendar-lines.ts'
import { isTimeZone } from '../../../contract/time-zone.ts'
import { withinTime } from '../../meetings/guarded.ts'
import { isFloating, timeIn, written as writtenTime } from '../../meetings/times.ts'
import { zonesOf } from '../../meetings/zones.ts'
import { type Component, textOf, unreadable, written } from './content.ts'

/** A day, or a day and a time by the clock of the user. */
export interface Moment {
  day: string
  /** HH:MM */
  time?: string
}

export type ReadMoment = (property: Property | undefined) => Moment | undefined

/** Returns a function that reads days and times of a calendar as the clock of a user shows them. It fails if a value is neither. */
export function momentsOf(calendar: Component, timeZone: string): ReadMoment {
  const defined = new Map(
    calendar.parts
      .filter(({ name }) => name === 'VTIMEZONE')
      .map((zone) => [textOf(zone, 'TZID'), written(zone).join('\r\n')]),
  )
  const zoneOf = zonesOf(defined)

  function read({ value, parameters }: Property): Moment {
    const time = timeIn(value, zoneOf(parameters.get('TZID')?.trim()))
    if (isFloating(time)) return divided(writtenTime(time))
    return inZone(time.toUnixTime(), timeZone)
  }

  return (property) => {
    if (!property) return undefined
    const day = /^\s*(\d{4})(\d\d)(\d\d)\s*$/.exec(property.value)
    if (day) {
      const parsed = parseDay(day.slice(1).join('-'))
      if (!parsed) throw unreadable(`${property.value} is not a day.`)
      return { day: parsed }
    }
    const zone = property.parameters.get('TZID')
    // The rules of a time zone that the text defines can take any amount of work.
    const isForeign = zone !== undefined && defined.has(zone) && !isTimeZone(zone)
    const found = isForeign ? withinTime(() => read(property)) : attempt(() => read(property))
    if (!found) throw unreadable(`${property.value.slice(0, 50)} is neither a day nor a time.`)
    return found
  }
}

/** A moment in seconds since 1970, as the clock of a time zone shows it. */
function inZone(seconds: number, timeZone: string): Moment {
  const zone = timeZone || 'UTC'
  return divided(
    Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString(),
  )
}

const divided = (text: string): Moment =>
  text.length > 10 ? { day: text.slice(0, 10), time: text.slice(11, 16) } : { day: text }

/** The result, or undefined if it fails. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof Error) return undefined
    throw error
  }
}

/** A moment that is some time later by the clock; undefined for a duration that cannot be read or ends outside the calendar. */
export function later({ day, time = '00:00' }: Moment, duration: string): Moment | undefined {
  return attempt(() => {
    const seconds = ICAL.Duration.fromString(duration.trim()).toSeconds()
    const moved = divided(Temporal.PlainDateTime.from(`${day}T${time}`).add({ seconds }).toString())
    return parseDay(moved.day) ? moved : undefined
  })
}
