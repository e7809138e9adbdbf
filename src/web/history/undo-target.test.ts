import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import { describeStep } from '../../contract/words/event-words.ts'
import { applyChange } from '../deck/apply-change.ts'
import type { DeckTask, Intent } from '../deck/change.ts'
import { inverseOf } from '../deck/change-base.ts'
import { changeWords } from './undo-target.ts'

const at = '2026-11-16T08:00:00.000Z'
const task = (number: number, values: Partial<DeckTask> = {}): DeckTask => numberedTask(number, values)

const link = (to: string) => ({ kind: 'blocked by', to }) as const
const one = ['id1']

test.for<[Intent, string]>([
  [{ kind: 'updateMany', tasks: one, change: { addLinks: [link('id3')] } }, '#1 Task 1: blockers back to #2'],
  [{ kind: 'updateMany', tasks: one, change: { removeLinks: [link('id2')] } }, '#1 Task 1: blockers back to #2'],
  [{ kind: 'updateMany', tasks: ['id3'], change: { addLinks: [link('id2')] } }, '#3 Task 3: blockers back to none'],
  [{ kind: 'update', task: 'id3', values: { partOf: 'id2' } }, '#3 Task 3: parent removed'],
  [{ kind: 'updateMany', tasks: one, change: { addLinks: [link('id2')] } }, '#1 Task 1: as before'],
  [{ kind: 'updateMany', tasks: one, change: { addLabels: ['x'] } }, '#1 Task 1: labels back to none'],
  [{ kind: 'updateMany', tasks: ['id2', 'id1'], change: { priority: 'High' } }, '#1 Task 1: priority back to Medium'],
  [
    { kind: 'update', task: 'id1', values: { place: {} }, position: 9 },
    '#1 Task 1: back to the former place on the board',
  ],
  [{ kind: 'update', task: 'id1', values: { title: 'New' } }, '#1 New: title back to Task 1'],
  [{ kind: 'remove', tasks: one }, '#1 Task 1: restored from the trash'],
  [{ kind: 'create', tasks: [{ _id: 'new', title: 'Added' }] }, 'Added: moved to the trash'],
])('the undo of an unsent change names its effect: %j', ([intent, words]) => {
  const all = [task(1, { blockedBy: ['id2'] }), task(2, { priority: 'High' }), task(3)]
  const before = new Map(all.map((known) => [known._id, known]))
  const after = new Map(before)
  applyChange(after, { id: 'a', intent, at })
  const step = changeWords({ intent, inverse: inverseOf(intent, before, after) }, after)
  const numberOf = (id: string) => `#${id.slice(2)}`
  expect(describeStep(step, 'iso', numberOf)).toBe(words)
})
