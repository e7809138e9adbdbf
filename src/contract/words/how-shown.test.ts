import { expect, test } from 'vitest'
import type { Proof, ProofState } from '../receipts.ts'
import type { Receipt } from '../schemas/receipts.ts'
import { howShown, receiptOfState } from './how-shown.ts'

const now = Date.parse('2026-11-17T10:00:00.000Z')
const receipt = (given: Partial<Receipt> = {}) =>
  ({
    ...{ _id: '1', kind: 'run', criterion: 'c', exitCode: 0, isPassed: true, commit: '9f31c2e'.padEnd(40, '0') },
    ...{ startedAt: '2026-11-17T09:48:00.000Z', via: 'agent:codex', ...given },
  }) as Receipt
const words = (state: ProofState, given?: Partial<Receipt>, behind = 0) => {
  const shown = given && receipt(given)
  const proof: Proof = { kind: shown?.kind ?? 'run', isPassed: true, behind }
  return howShown({ state, proof, receipt: shown }, now).join(' · ')
}

test('a criterion says how and when it was shown, and no more than is known', () => {
  expect(words('passed', {})).toBe('Run · exit 0 · 9f31c2e · 12 min ago')
  expect(words('failed', { exitCode: 1, commit: null })).toBe('Run · exit 1 · 12 min ago')
  expect(words('passed', { kind: 'ci', exitCode: null })).toBe('CI · passed · 9f31c2e · 12 min ago')
  expect(words('stale', {}, 2)).toBe('Run · stale, 2 commits since · 12 min ago')
  expect(words('stale', {}, 1)).toBe('Run · stale, 1 commit since · 12 min ago')
  expect(words('checked', { kind: 'checked', via: 'session' })).toBe('Checked by you · 12 min ago')
  // Nobody here has looked.
  expect(words('checked', { kind: 'checked', via: 'imported:session' })).toBe('Checked by you (imported) · 12 min ago')
  expect(words('reported', { kind: 'reported' })).toBe('Reported by codex · 12 min ago')
  expect(words('none')).toBe('No proof yet')
  // Before the receipts are loaded, or without the server.
  expect([words('passed'), words('stale'), words('checked')]).toEqual(['Run, passed', 'Stale', 'Checked'])
})

test('a tick is shown with the last look, even if a command ran later', () => {
  const [run, looked] = [receipt({ _id: 'run' }), receipt({ _id: 'look', kind: 'checked' })]
  expect(receiptOfState([run, looked], 'c', 'checked')?._id).toBe('look')
  expect(receiptOfState([run, looked], 'c', 'passed')?._id).toBe('run')
  expect(receiptOfState([run, looked], 'other', 'passed')).toBeUndefined()
})
