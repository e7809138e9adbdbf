import ICAL from 'ical.js'
import { isTimeZone } from '../../contract/time-zone.ts'

type Zone = InstanceType<typeof ICAL.Timezone>
type Time = InstanceType<typeof ICAL.Time>

/** A time zone that Node knows by its name. Its rules are kept up to date, which those in feeds often are not. */
class NamedZone extends ICAL.Timezone {
  readonly #name: string
  readonly #known = new Map<string, number>()

  constructor(name: string) {
    super({ tzid: name })
    this.#name = name
  }

  /** The seconds between the clock of the zone and UTC. A time that a change of the clocks leaves out counts with the clock before it. */
  override utcOffset({ year, month, day, hour, minute, second }: Time): number {
    const key = [year, month, day, hour, minute].join()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const local = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second })
    const { epochMilliseconds } = local.toZonedDateTime(this.#name, { disambiguation: 'compatible' })
    const offset = (local.toZonedDateTime('UTC').epochMilliseconds - epochMilliseconds) / 1000
    this.#known.set(key, offset)
    return offset
  }
}

/** A name in a feed may have a prefix, such as `/freeassociation.sourceforge.net/Europe/Berlin`. */
function knownName(name: string): string | undefined {
  if (name.length > 200) return undefined
  const parts = name.replace(/^\//, '').split('/')
  return [0, 1, 2].map((left) => parts.slice(left).join('/')).find(isTimeZone)
}

/** Only a yearly change of clocks, as all real ones are: others would cost any amount of work. */
const isUsual = (zone: string) => !/^RRULE[^\r]*FREQ=(?!YEARLY)/im.test(zone)

/** Returns a function that finds the time zones of a feed by their names. A name that neither Node nor the feed knows is that of no zone. */
export function zonesOf(defined: ReadonlyMap<string, string>): (name: string | undefined) => Zone {
  const found = new Map<string, Zone>()

  function find(name: string): Zone {
    const known = knownName(name)
    if (known) return new NamedZone(known)
    const text = defined.get(name)
    if (!text || !isUsual(text)) return ICAL.Timezone.localTimezone
    try {
      return new ICAL.Timezone({ component: new ICAL.Component(ICAL.parse(text)), tzid: name })
    } catch {
      return ICAL.Timezone.localTimezone
    }
  }

  return (name) => {
    if (!name) return ICAL.Timezone.localTimezone
    const zone = found.get(name) ?? find(name)
    found.set(name, zone)
    return zone
  }
}
