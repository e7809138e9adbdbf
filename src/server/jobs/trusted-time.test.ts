import { expect, test } from 'vitest'
import { judge } from './trusted-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const start = Date.UTC(2026, 0, 1)

/** The trust in each of these readings of the clock, one after another. Times are relative to the first. */
function believes(...times: number[]) {
  let known: Parameters<typeof judge>[0] = { trusted_at: start, doubted_since: null, doubted_at: null }
  return times.map((time) => {
    const { isTrusted, next } = judge(known, start + time)
    known = next
    return isTrusted
  })
}

test('continuous time is trusted, with small steps back and a day of downtime', () => {
  expect(believes(0, minute, hour, hour - 4 * minute, day, 2 * day)).toEqual([true, true, true, true, true, true])
})

test('a jump ahead or back is not trusted, and has no effect once it is over', () => {
  expect(believes(minute, 365 * day, 2 * minute, 3 * minute)).toEqual([true, false, true, true])
  expect(believes(minute, -10 * day, 2 * minute)).toEqual([true, false, true])
})

test.for([40 * day, -40 * day])('a lasting jump by %d ms is trusted after a day', (jump) => {
  expect(believes(jump, jump + 12 * hour, jump + day - 1, jump + day, jump + day + minute)).toEqual([
    ...[false, false, false],
    ...[true, true],
  ])
})

test('a clock that keeps jumping is never trusted', () => {
  expect(believes(40 * day, 80 * day, 120 * day, 40 * day, 80 * day)).toEqual([false, false, false, false, false])
})

test('of two nodes, the one with the right clock continues, and the other is never trusted', () => {
  const wrong = (hours: number) => 365 * day + hours * hour
  const hours = Array.from({ length: 60 }, (_, index) => index)
  const seen = believes(...hours.flatMap((each) => [each * hour, wrong(each)]))
  expect(seen).toEqual(hours.flatMap(() => [true, false]))
})
