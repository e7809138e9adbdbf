import { expect, test } from 'vitest'
import { isDoubtful, isHeld, isRecent, newClaim } from './claims.ts'

test('a claim is doubtful if it ends soon, or if its holder is a program that has written nothing for long', () => {
  const at = '2026-11-17T09:00:00.000Z'
  const after = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString()
  const doubtfulAfter = (by: string, minutes: number, passed: number) =>
    isDoubtful(newClaim(by, at, minutes), after(passed))
  expect([doubtfulAfter('agent:codex', 30, 20), doubtfulAfter('agent:codex', 30, 21)]).toEqual([false, true])
  expect([doubtfulAfter('token:ci', 120, 19), doubtfulAfter('token:ci', 120, 21)]).toEqual([false, true])
  // A person need not give a sign.
  expect([doubtfulAfter('session', 120, 100), doubtfulAfter('session', 120, 111)]).toEqual([false, true])
})

test('a claim that has run out is shown for another day', () => {
  const claim = newClaim('agent:codex', '2026-11-17T09:00:00.000Z', 30)
  const states = ['2026-11-17T09:29:00.000Z', '2026-11-17T09:31:00.000Z', '2026-11-18T09:31:00.000Z'].map((now) => [
    isHeld(claim, now),
    isRecent(claim, now),
  ])
  expect(states).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
})
