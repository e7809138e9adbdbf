import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '../../../test/cases.ts'
import { momentOf } from './local-time.ts'

const iso = (timeZone: string, time: string) => new Date(momentOf(timeZone, time)).toISOString()

test('a time that does not exist moves forward, and of one that happens twice it is the first', () => {
  expect(iso('Europe/Berlin', '2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z')
  expect(iso('Europe/Berlin', '2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
  expect(iso('America/New_York', '2026-03-08T02:00')).toBe('2026-03-08T07:00:00.000Z')
  expect(iso('Australia/Lord_Howe', '2026-10-04T02:15')).toBe('2026-10-03T15:45:00.000Z')
  expect(iso('Asia/Kolkata', '2026-11-20T15:00')).toBe('2026-11-20T09:30:00.000Z')
  expect(iso('', '2026-11-20T15:00')).toBe('2026-11-20T15:00:00.000Z')
})

/** The time that a clock in a time zone shows, by another implementation of time zones. */
function shownIn(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, hourCycle: 'h23' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  return (at: number) => format.format(at).replace(', ', 'T')
}

test('a clock in the time zone shows the time at that moment, never did before on that day, and skips it otherwise', () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  // Hours around the changes of clocks come often.
  const minutes = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2050, 0, 1) / 60_000 })
  fc.assert(
    fc.property(zone, minutes, (timeZone, minute) => {
      const wanted = new Date(minute * 60_000).toISOString().slice(0, 16)
      const shown = shownIn(timeZone)
      const at = momentOf(timeZone, wanted)
      if (shown(at) === wanted) {
        for (let before = 15; before <= 180; before += 15) expect(shown(at - before * 60_000)).not.toBe(wanted)
      } else {
        // Clocks jump over it: the moment is after the jump, as late as if they had not jumped.
        expect(shown(at) > wanted).toBe(true)
        expect(shown(at - 86_400_000) < wanted).toBe(true)
      }
    }),
    { numRuns: cases(300, 50_000) },
  )
})

test('every change of clocks of a year is right in every time zone', () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    const changes = changesOf(timeZone)
    const shown = shownIn(timeZone)
    for (const at of changes) {
      const before = shown(at - 1)
      const after = shown(at)
      // The first moment after the change, unless clocks showed this time before.
      const first = after > before ? at : expect.any(Number)
      expect([timeZone, momentOf(timeZone, after)]).toEqual([timeZone, first])
      expect(momentOf(timeZone, before)).toBeLessThan(at)
    }
  }
})

/** The moments at which clocks change in 2026. */
function changesOf(timeZone: string): number[] {
  const end = Temporal.Instant.from('2027-01-01T00:00Z').epochMilliseconds
  const found: number[] = []
  let next = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(timeZone).getTimeZoneTransition('next')
  while (next && next.epochMilliseconds < end) {
    found.push(next.epochMilliseconds)
    next = next.getTimeZoneTransition('next')
  }
  return found
}
