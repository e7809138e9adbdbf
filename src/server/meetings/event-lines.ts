import { type Property, propertyIn, unfolded } from '../../contract/icalendar-lines.ts'

/** An event of a feed, with those of its properties that Taskdeck reads. */
export interface FeedEvent {
  uid: string
  properties: ReadonlyMap<string, Property[]>
}

/** The parts of a feed that decide about meetings. */
export interface FeedParts {
  events: FeedEvent[]
  /** The texts of the time zones that it defines, by their names. */
  zones: ReadonlyMap<string, string>
  /** The events that are too large to be of a person. */
  leftOut: number
}

/** The days whose meetings are read, as `20261117`. */
export interface DayRange {
  from: string
  to: string
}

const wanted = /^(?:UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|SUMMARY|LOCATION|STATUS|TRANSP)[;:]/i
const edgeForm = /^(BEGIN|END):([A-Z-]+)\s*$/i

const maxEventLength = 100_000
const maxZoneLength = 20_000
const maxZones = 100
/** More than any person has. Events of other days do not count. */
const maxEvents = 20_000

/**
 * Reads the events of a feed that can take place in a range of days, and the time zones that it defines. An event of other days is left aside here,
 * by its text, because understanding it takes a hundred times longer: most feeds contain years.
 */
export function partsOf(text: string, range: DayRange): FeedParts {
  const events: FeedEvent[] = []
  const zones = new Map<string, string>()
  const open: string[] = []
  let event: Map<string, Property[]> | undefined
  let zone: string[] = []
  let length = 0
  let leftOut = 0
  for (const { text: line } of unfolded(text)) {
    const [, edge, component = ''] = edgeForm.exec(line) ?? []
    const kind = component.toUpperCase()
    if (open[1] === 'VTIMEZONE' || (kind === 'VTIMEZONE' && open.length === 1)) {
      length += line.length
      if (length < maxZoneLength) zone.push(line)
    }
    if (edge?.toUpperCase() === 'BEGIN') {
      open.push(kind)
      if (open.length !== 2) continue
      if (kind === 'VEVENT') event = new Map()
      if (kind === 'VTIMEZONE') zone = [line]
      length = 0
    } else if (edge) {
      if (open.pop() !== kind) continue
      if (kind === 'VTIMEZONE' && open.length === 1 && length < maxZoneLength && zones.size < maxZones) {
        const [, name] = /\nTZID[^:\n]*:([^\n]*)/i.exec(zone.join('\n')) ?? []
        if (name) zones.set(name.trim(), zone.join('\r\n'))
      }
      if (kind !== 'VEVENT' || open.length !== 1 || !event) continue
      if (length > maxEventLength || events.length >= maxEvents) leftOut++
      else if (mayBeIn(event, range)) events.push({ uid: event.get('UID')?.[0]?.value.trim() ?? '', properties: event })
      event = undefined
    } else if (event && open.length === 2 && wanted.test(line)) {
      length += line.length
      const [name, property] = (length <= maxEventLength && propertyIn(line)) || []
      if (name && property) event.set(name, [...(event.get(name) ?? []), property])
    }
  }
  return { events, zones, leftOut }
}

/** The day of a value such as `20261117T140000Z`; empty if it has another form. */
const dayIn = (property: Property | undefined) => /^\s*(\d{8})/.exec(property?.value ?? '')?.[1] ?? ''

/** An event that repeats may last longer than the time between its last repetition and the range, but not that much longer. */
const marginDays = 40

/** Whether an event can take place within a range. True for everything that needs a closer look. */
function mayBeIn(event: ReadonlyMap<string, Property[]>, { from, to }: DayRange): boolean {
  const first = (name: string) => event.get(name)?.[0]
  const start = dayIn(first('DTSTART'))
  if (!start || event.has('RDATE')) return true
  const replaces = dayIn(first('RECURRENCE-ID'))
  // The replacement of a repetition within the range takes it away, wherever it has moved it.
  if (replaces && replaces >= from && replaces <= to) return true
  if (start > to) return false
  const rule = first('RRULE')?.value
  if (rule !== undefined) {
    const [, until] = /UNTIL=(\d{8})/i.exec(rule) ?? []
    return until === undefined || until >= earlier(from)
  }
  // A duration in days or weeks may reach far.
  if (/\d[DW]/i.test(first('DURATION')?.value ?? '')) return true
  return (dayIn(first('DTEND')) || start) >= from
}

const earlier = (day: string) => {
  const date = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)) - marginDays)
  return new Date(date).toISOString().slice(0, 10).replaceAll('-', '')
}
