import { expect, test } from 'vitest'
import { numberedTask } from '../../../test/numbered-task.ts'
import type { Side } from '../../contract/merge-text.ts'
import type { Task, TaskChange } from '../../contract/schemas/tasks.ts'
import type { FieldName } from '../../contract/task-fields.ts'
import { applyChange } from './apply-change.ts'
import type { Change, DeckTask, Intent, Tasks, Wish } from './change.ts'
import { basesOf, readyToSend } from './change-base.ts'
import { type Contested, resolved, withRestored } from './resolve.ts'

const at = '2026-11-16T08:00:00.000Z'
const list = '- [ ] one\n- [ ] two\n- [ ] three'

const task = (id: string, values: Partial<DeckTask> = {}): DeckTask =>
  numberedTask(Number(id), { _id: id, description: list, ...values })
const tasksOf = (...all: DeckTask[]): Tasks => new Map(all.map((one) => [one._id, one]))

/** A change of these tasks that the server has refused, because they were changed to `now` meanwhile. */
function refused(intent: Intent, seen: Tasks, conflicts: { task: Task; fields: FieldName[] }[]): Change {
  const problem = { kind: 'conflict', message: 'No.', tasks: conflicts } as const
  return { id: 'a', order: 1, at, intent, base: basesOf(intent, seen, []), inverse: [], problem }
}
const update = (values: TaskChange): Intent => ({ kind: 'update', task: '1', values })
/** A request, and the tasks after it. */
function sent(wishes: Wish[], now: Tasks) {
  const after = new Map(now)
  const requests = wishes.map(({ intent, base = {} }) => {
    const ready = readyToSend({ id: 'b', order: 2, at, intent, base, inverse: [] }, now)
    applyChange(after, ready)
    return ready
  })
  return { requests, after }
}

test('one conflicting line of a description is decided alone: all other lines of both sides stand', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, description: '- [ ] uno\n- [ ] two\n- [ ] three, changed\n- [ ] four' })
  const ticked = '- [x] one\n- [x] two\n- [ ] three'
  const change = refused(update({ description: ticked }), seen, [{ task: theirs, fields: ['description'] }])
  const now = tasksOf(theirs)
  const mine = sent(
    resolved(change, () => 'wanted'),
    now,
  )
  expect(mine.after.get('1')?.description).toBe('- [x] one\n- [x] two\n- [ ] three, changed\n- [ ] four')
  expect(mine.requests[0]?.sent?.versions).toEqual({ 1: 4 })
  const kept = sent(
    resolved(change, () => 'current'),
    now,
  )
  expect(kept.after.get('1')?.description).toBe('- [ ] uno\n- [x] two\n- [ ] three, changed\n- [ ] four')
})

test('fields that do not conflict are merged as without the conflict, whichever side wins', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, title: 'Theirs', description: `${list}\n- [ ] four`, labels: ['new'] })
  const wanted = update({ title: 'Mine', description: list.replace('[ ] one', '[x] one'), labels: ['own'] })
  const change = refused(wanted, seen, [{ task: theirs, fields: ['title'] }])
  const both = { description: '- [x] one\n- [ ] two\n- [ ] three\n- [ ] four', labels: ['new', 'own'] }
  const after = (side: 'wanted' | 'current') =>
    sent(
      resolved(change, () => side),
      tasksOf(theirs),
    ).after.get('1')
  expect(after('wanted')).toMatchObject({ ...both, title: 'Mine' })
  expect(after('current')).toMatchObject({ ...both, title: 'Theirs' })
})

test('each field can be decided for another side', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, title: 'Theirs', status: 'In Progress', description: `${list}\nTheir line` })
  const wanted = update({ title: 'Mine', status: 'Completed', description: `${list}\nMy line` })
  const fields: FieldName[] = ['title', 'status', 'description']
  const change = refused(wanted, seen, [{ task: theirs, fields }])
  const sides: Partial<Record<Contested, Side>> = { status: 'current', description: 'both' }
  expect(
    sent(
      resolved(change, (field) => sides[field] ?? 'wanted'),
      tasksOf(theirs),
    ).after.get('1'),
  ).toMatchObject({
    title: 'Mine',
    status: 'In Progress',
    description: `${list}\nTheir line\nMy line`,
  })
})

test('the other side is asked about again if it changes once more, and nothing is left to do if it wins everything', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, title: 'Theirs' })
  const change = refused(update({ title: 'Mine' }), seen, [{ task: theirs, fields: ['title'] }])
  const [wish] = resolved(change, () => 'wanted')
  expect(wish?.base).toMatchObject({ 1: { version: 4, values: { title: 'Theirs' } } })
  const later = sent([wish as Wish], tasksOf(task('1', { version: 5, title: 'Later' })))
  expect(later.requests[0]?.problem).toMatchObject({ kind: 'conflict', tasks: [{ task: { title: 'Later' } }] })
  expect(resolved(change, () => 'current')).toEqual([])
})

test('a move whose status is given up is no move, and a change that takes back its own base is decided as a whole', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, status: 'In Progress', description: 'Theirs' })
  const move: Intent = { ...update({ status: 'Completed', place: { above: '2' } }), position: 7 } as Intent
  const moved = refused(move, seen, [{ task: theirs, fields: ['status'] }])
  expect(resolved(moved, () => 'current')).toEqual([])
  expect(resolved(moved, () => 'wanted')[0]?.intent).toEqual(move)
  const back = refused(update({ description: list }), seen, [{ task: theirs, fields: ['description'] }])
  expect(resolved(back, () => 'wanted')[0]?.intent).toEqual(update({ description: list }))
})

test('of a change of many tasks, only those that conflict are decided, and only their conflicting fields', () => {
  const seen = tasksOf(task('1'), task('2'), task('3'))
  const theirs = task('2', { version: 4, status: 'In Progress' })
  const intent: Intent = {
    kind: 'updateMany',
    tasks: ['1', '2', '3'],
    change: { status: 'Completed', priority: 'High', addLabels: ['x'] },
  }
  const change = refused(intent, seen, [{ task: theirs, fields: ['status'] }])
  const now = tasksOf(task('1'), theirs, task('3', { version: 9, priority: 'Low' }))

  const kept = resolved(change, () => 'current')
  expect(kept.map((wish) => wish.intent)).toEqual([
    { ...intent, tasks: ['1', '3'] },
    { kind: 'updateMany', tasks: ['2'], change: { priority: 'High', addLabels: ['x'] } },
  ])
  const { requests, after } = sent(kept, now)
  expect([...after.values()].map(({ status, priority }) => `${status} ${priority}`)).toEqual([
    'Completed High',
    'In Progress High',
    'Completed High',
  ])
  // The third one was changed since the user has seen it.
  expect(requests.map((one) => one.sent?.versions)).toEqual([undefined, { 2: 4 }])
  expect(requests[0]?.problem).toMatchObject({ tasks: [{ task: { _id: '3' }, fields: ['priority'] }] })

  const mine = resolved(change, () => 'wanted')
  expect(mine.map((wish) => wish.intent)).toEqual([intent])
  const still = tasksOf(task('1'), theirs, task('3'))
  expect(sent(mine, still).requests[0]?.sent?.versions).toEqual({ 1: 1, 2: 4, 3: 1 })
})

test('a change that is applied after a restore is still based on what the user has seen', () => {
  const seen = tasksOf(task('1'))
  const trashed = task('1', { version: 6, title: 'Renamed, then deleted', trashedAt: at })
  const intent = update({ title: 'Mine' })
  const wishes = withRestored(
    { ...refused(intent, seen, []), problem: { kind: 'trashed', message: '' } },
    tasksOf(trashed),
  )
  expect(wishes).toMatchObject([
    { intent: { kind: 'restore', task: '1' }, base: {} },
    { intent, base: { 1: { version: 1, values: { title: 'Task 1' } } } },
  ])
  const { trashedAt: _, ...restored } = trashed
  expect(sent(wishes.slice(1), tasksOf({ ...restored, version: 7 })).requests[0]?.problem).toMatchObject({
    tasks: [{ task: { title: 'Renamed, then deleted' } }],
  })
})

test('a text that was merged before it was sent counts as based on what it was merged with', () => {
  const seen = tasksOf(task('1'))
  const change = { ...refused(update({ description: list.replace('[ ] one', '[x] one') }), seen, []) }
  const before = task('1', { version: 2, description: list.replace('three', 'third') })
  const ready = readyToSend(change, tasksOf(before))
  // The other side changes its own line again, and the one that was ticked.
  const theirs = task('1', { version: 3, description: '- [ ] uno\n- [ ] two\n- [ ] drei' })
  const again: Change = {
    ...ready,
    problem: { kind: 'conflict', message: '', tasks: [{ task: theirs, fields: ['description'] }] },
  }
  expect(
    sent(
      resolved(again, () => 'wanted'),
      tasksOf(theirs),
    ).after.get('1')?.description,
  ).toBe('- [x] one\n- [ ] two\n- [ ] drei')
})

test('of texts both can be kept, theirs first', () => {
  const seen = tasksOf(task('1'))
  const theirs = task('1', { version: 4, title: 'Theirs', description: list.replace('one', 'uno') })
  const wanted = update({ title: 'Mine', description: list.replace('one', '1') })
  const change = refused(wanted, seen, [{ task: theirs, fields: ['title', 'description'] }])
  expect(
    sent(
      resolved(change, () => 'both'),
      tasksOf(theirs),
    ).after.get('1'),
  ).toMatchObject({
    title: 'Theirs / Mine',
    description: '- [ ] uno\n- [ ] 1\n- [ ] two\n- [ ] three',
  })
})

test('of a change of many tasks, each field can be decided for another side', () => {
  const seen = tasksOf(task('1'), task('2'))
  const theirs = task('2', { version: 4, status: 'In Progress', priority: 'Low' })
  const intent: Intent = { kind: 'updateMany', tasks: ['1', '2'], change: { status: 'Completed', priority: 'High' } }
  const change = refused(intent, seen, [{ task: theirs, fields: ['status', 'priority'] }])
  const wishes = resolved(change, (field) => (field === 'status' ? 'current' : 'wanted'))
  const { after } = sent(wishes, tasksOf(task('1'), theirs))
  expect([...after.values()].map(({ status, priority }) => `${status} ${priority}`)).toEqual([
    'Completed High',
    'In Progress High',
  ])
})
