import ICAL from 'ical.js'
import type { Property } from '../../contract/icalendar-lines.ts'

export type Time = InstanceType<typeof ICAL.Time>
type Zone = InstanceType<typeof ICAL.Timezone>

const form = /^\s*(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)?(Z)?)?/i

/** Fails if the value is no day and no time. */
export function timeIn(value: string, zone: Zone): Time {
  const [, year, month, day, hour, minute, second, isUtc] = form.exec(value) ?? []
  const date = { year: Number(year), month: Number(month), day: Number(day) }
  const real = new Date(Date.UTC(date.year, date.month - 1, date.day))
  if (!year || real.getUTCMonth() !== date.month - 1 || date.year < 1900 || date.year > 2200)
    throw new RangeError('No day')
  if (hour === undefined) return new ICAL.Time({ ...date, isDate: true }, ICAL.Timezone.localTimezone)
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) }
  if (time.hour > 23 || time.minute > 59 || time.second > 60) throw new RangeError('No time')
  return new ICAL.Time({ ...date, ...time, isDate: false }, isUtc ? ICAL.Timezone.utcTimezone : zone)
}

/** All times of properties such as `EXDATE;TZID=Europe/Berlin:20261117T140000,20261124T140000`. Of periods, the beginnings. */
export const timesIn = (properties: Property[] = [], zoneOf: (name: string | undefined) => Zone): Time[] =>
  properties.flatMap(({ parameters, value }) =>
    value.split(',').map((one) => timeIn(one.split('/')[0] ?? '', zoneOf(parameters.get('TZID')))),
  )

export const isFloating = ({ zone, isDate }: Time) => isDate || zone === ICAL.Timezone.localTimezone

const two = (number: number) => String(number).padStart(2, '0')
export const dayOf = ({ year, month, day }: Time) => `${year}-${two(month)}-${two(day)}`
const clockOf = ({ hour, minute, second }: Time) => [hour, minute, second].map(two).join(':')

/** A time as meetings have it: a day, a time of the user's clock, or an instant. */
export function written(time: Time): string {
  if (time.isDate) return dayOf(time)
  if (isFloating(time)) return `${dayOf(time)}T${clockOf(time)}`
  return instant(time.toUnixTime())
}

export const instant = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

/** The same for times that mean the same. */
export const keyOf = (time: Time) => (isFloating(time) ? written(time) : String(time.toUnixTime()))
