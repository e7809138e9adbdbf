import { expect, test } from 'vitest'
import { plausibleClock } from './clock.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute
const start = Date.UTC(2026, 0, 1)

/** A machine whose two clocks advance together until a test moves one of them. */
function machine() {
  let [wall, monotonic] = [start, 12_345.678]
  const clock = plausibleClock({ wall: () => wall, monotonic: () => monotonic })
  return {
    now: () => clock() - start,
    pass(milliseconds: number) {
      wall += milliseconds
      monotonic += milliseconds
    },
    setClock(milliseconds: number) {
      wall += milliseconds
    },
  }
}

test('the clock advances with time', () => {
  const { now, pass } = machine()
  expect(now()).toBe(0)
  pass(1)
  expect(now()).toBe(1)
  pass(10 * day)
  expect(now()).toBe(10 * day + 1)
})

test.for([365 * day, -10 * day, -minute])('a jump of the clock by %d ms for three seconds is ignored', (jump) => {
  const { now, pass, setClock } = machine()
  for (let times = 0; times < 5; times++) {
    const before = now()
    setClock(jump)
    expect(now()).toBe(before)
    pass(3 * second)
    expect(now()).toBe(before + 3 * second)
    setClock(-jump)
    expect(now()).toBe(before + 3 * second)
    pass(minute)
    expect(now()).toBe(before + 3 * second + minute)
  }
})

test.for([365 * day, -10 * day, -minute])('a lasting change of the clock by %d ms is followed', (jump) => {
  const { now, pass, setClock } = machine()
  setClock(jump)
  expect(now()).toBe(0)
  pass(minute - 1)
  expect(now()).toBe(minute - 1)
  pass(1)
  expect(now()).toBe(minute + jump)
})

test('a clock that keeps jumping is ignored', () => {
  const { now, pass, setClock } = machine()
  for (let times = 1; times <= 10; times++) {
    setClock(365 * day)
    pass(59 * second)
    expect(now()).toBe(times * 59 * second)
  }
})

test('after a night of sleep, during which the monotonic clock stood still, the time is right', () => {
  const { now, setClock } = machine()
  setClock(8 * 60 * minute)
  expect(now()).toBe(8 * 60 * minute)
})

test('small corrections are followed in both directions', () => {
  const { now, setClock } = machine()
  setClock(900)
  expect(now()).toBe(900)
  setClock(-1_200)
  expect(now()).toBe(-300)
})
