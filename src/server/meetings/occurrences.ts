import ICAL from 'ical.js'
import type { Time } from './times.ts'

type Recur = InstanceType<typeof ICAL.Recur>

/** The beginnings that are tried for one rule. Those before the range are skipped at once, unless the rule counts its repetitions. */
const maxSteps = 20_000
const maxInterval = 1_000

/** How long the periods of a rule are, in days. Rules of longer periods are followed from their beginning. */
const periodDays: Partial<Record<string, number>> = { DAILY: 1, WEEKLY: 7, HOURLY: 1 / 24 }

/** The frequencies of meetings. */
const frequencies = new Set(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])

/** Parses a rule. Fails if a meeting cannot have it. */
export function ruleIn(value: string, start: Time): Recur {
  const rule = ICAL.Recur.fromString(value.trim())
  if (!frequencies.has(rule.freq) || rule.interval > maxInterval) throw new RangeError('No rule of a meeting')
  // The last day of a rule as a day, for a meeting at a time: the whole day counts.
  if (rule.until?.isDate && !start.isDate) {
    const { year, month, day } = rule.until
    rule.until = new ICAL.Time({ year, month, day, hour: 23, minute: 59, second: 59, isDate: false }, start.zone)
  }
  return rule
}

/** Begins later in the same rhythm, so that years before the range cost nothing. */
function laterStart(start: Time, rule: Recur, from: Time): Time {
  const period = periodDays[rule.freq]
  if (!period || rule.count) return start
  const length = period * rule.interval
  const days = (from.toUnixTime() - start.toUnixTime()) / 86_400
  // One period earlier, because the rule may choose several times within it.
  const steps = Math.floor(days / length) - 1
  if (steps < 1) return start
  const later = start.clone()
  if (rule.freq === 'HOURLY') later.adjust(0, steps * rule.interval, 0, 0)
  else later.adjust(steps * length, 0, 0, 0)
  return later
}

/** The beginnings of a rule from one time to another. Fails if it needs too many steps. */
export function* startsOf(start: Time, rule: Recur, from: Time, to: Time): Generator<Time> {
  const iterator = rule.iterator(laterStart(start, rule, from))
  for (let steps = 0; ; steps++) {
    if (steps > maxSteps) throw new RangeError('Too many repetitions')
    const next = iterator.next()
    if (!next || next.compare(to) > 0) return
    // The library goes on with the same object.
    if (next.compare(from) >= 0) yield next.clone()
  }
}
