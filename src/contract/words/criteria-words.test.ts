import { expect, test } from 'vitest'
import { taskEvent } from '../../../test/task-event.ts'
import type { Criterion } from '../done-when.ts'
import { criteriaBack, criteriaLines } from './criteria-words.ts'
import { describeEvent } from './event-words.ts'

const [a, b]: Criterion[] = [
  { id: 'a', text: 'Tests pass', isMet: false },
  { id: 'b', text: 'Docs are true', command: 'npm run docs', isMet: true },
]
const words = (before: Criterion[], after: Criterion[]) =>
  describeEvent(
    taskEvent({ before: { doneWhen: before }, after: { doneWhen: after } }),
    'month-first',
    () => 'a deleted task',
  )

test('a change of criteria says which one, and how', () => {
  if (!a || !b) throw new Error('There are two criteria')
  expect(words([], [a])).toBe('added the criterion “Tests pass”')
  expect(words([], [a, b])).toBe('added the criteria “Tests pass” and “Docs are true”')
  expect(words([a, b], [b])).toBe('removed the criterion “Tests pass”')
  expect(words([a], [{ ...a, isMet: true }])).toBe('ticked “Tests pass”')
  expect(words([b], [{ ...b, isMet: false }])).toBe('unticked “Docs are true”')
  expect(words([a], [{ ...a, text: 'All tests pass' }])).toBe('changed the criterion “Tests pass” to “All tests pass”')
  expect(words([a], [{ ...a, command: 'npm test' }])).toBe('set the command of “Tests pass” to npm test')
  expect(words([b], [{ id: 'b', text: b.text, isMet: true }])).toBe('removed the command of “Docs are true”')
  expect(words([a, b], [b, a])).toBe('moved a criterion')
})

test('an undo names the criterion that is ticked again', () => {
  if (!a || !b) throw new Error('There are two criteria')
  expect(criteriaBack([a, b], [{ ...a, isMet: true }, b])).toBe('“Tests pass” unticked again')
  expect(criteriaBack([a], [a, b])).toBe('criteria as before')
})

test('an undo of several changes says the effect on each criterion', () => {
  if (!a || !b) throw new Error('There are two criteria')
  const lines = (now: Criterion[], then: Criterion[]) =>
    criteriaLines(now, then).map(({ was, willBe }) => `${was} → ${willBe}`)
  expect(lines([{ ...a, isMet: true }, b], [a, b])).toEqual(['Criterion “Tests pass”, ticked → not ticked'])
  expect(lines([a], [b])).toEqual(['Criterion “Tests pass” → removed', 'Criterion “Docs are true”, removed → back'])
  expect(lines([{ ...b, text: 'Docs' }], [{ ...b, command: 'make docs' }])).toEqual([
    'Criterion “Docs” → “Docs are true”',
    'Command of “Docs” → make docs',
  ])
  expect(lines([a, b], [b, a])).toEqual(['Order of the criteria → as before'])
})
