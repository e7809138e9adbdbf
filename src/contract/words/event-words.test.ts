import { expect, test } from 'vitest'
import { taskEvent } from '../../../test/task-event.ts'
import type { Step, TaskEvent } from '../schemas/history.ts'
import type { Task } from '../schemas/tasks.ts'
import { describeAuthor, describeEvent, describeStep } from './event-words.ts'
import { deletedTask, type Field, formatField } from './field-words.ts'
import { webhookInWords } from './reference-words.ts'

const eventWords = (fields: Partial<TaskEvent>) => describeEvent(taskEvent(fields), 'month-first', () => deletedTask)
const file = { _id: 'f', name: 'proof.png', size: 1, type: 'image/png', sha256: '', createdAt: '' }

test('a change names the field and its old and new values', () => {
  expect(
    eventWords({ before: { status: 'Pending', completedAt: null }, after: { status: 'Completed', completedAt: 'x' } }),
  ).toBe('changed the status from Pending to Completed')
  const dates = { before: { dueDate: '2026-11-12T00:00:00.000Z' }, after: { dueDate: '2026-11-14T00:00:00.000Z' } }
  expect(eventWords(dates)).toBe('changed the due date from Nov 12, 2026 to Nov 14, 2026')
  expect(eventWords({ before: { description: 'a' }, after: { description: 'b' } })).toBe('changed the description')
})

test('a tick in a checklist names its item', () => {
  const [open, done] = [{ description: '- [ ] a\n- [ ] Tell `ops`' }, { description: '- [ ] a\n- [x] Tell `ops`' }]
  expect(eventWords({ before: open, after: done })).toBe('ticked “Tell ops”')
  expect(eventWords({ before: done, after: open })).toBe('unticked “Tell ops”')
  expect(stepWords({ before: open, after: done })).toBe('#12 Fix login: “Tell ops” unticked again')
})

test('a change says whether a value was added or removed', () => {
  const [absent, present] = [{ dueDate: null }, { dueDate: '2026-11-14T00:00:00.000Z' }]
  expect(eventWords({ before: present, after: absent })).toBe('removed the due date')
  expect(eventWords({ before: absent, after: present })).toBe('set the due date to Nov 14, 2026')
  expect(eventWords({ before: { description: '' }, after: { description: 'b' } })).toBe('added a description')
  expect(eventWords({ before: { description: 'a' }, after: { description: '' } })).toBe('removed the description')
  expect(stepWords({ before: absent, after: present })).toBe('#12 Fix login: due date removed')
  expect(stepWords({ before: present, after: absent })).toBe('#12 Fix login: due date back to 14 Nov 2026')
  expect(stepWords({ before: present, after: absent, taskCount: 2 })).toBe('2 tasks with their former due date')
})

test('a start date is a snooze', () => {
  const [none, day, other] = [null, '2026-11-20T00:00:00.000Z', '9999-12-31T00:00:00.000Z']
  const change = (before: string | null, after: string | null) =>
    eventWords({ before: { startDate: before }, after: { startDate: after } })
  expect(change(none, day)).toBe('snoozed it until Nov 20, 2026')
  expect(change(day, other)).toBe('snoozed it until someday')
  expect(change(day, none)).toBe('removed the start date')
})

test('a change of links names the tasks, and whether they were added or removed', () => {
  expect(eventWords({ before: { blockedBy: [] }, after: { blockedBy: ['b'] } })).toBe(
    'marked this as blocked by a deleted task',
  )
  expect(eventWords({ before: { related: ['b', 'c'] }, after: { related: ['c'] } })).toBe(
    'removed the relation to a deleted task',
  )
  expect(eventWords({ before: { partOf: 'b' }, after: { partOf: 'c' } })).toBe('made this a part of a deleted task')
  expect(eventWords({ before: { partOf: 'b' }, after: { partOf: null } })).toBe('took this out of a deleted task')
  expect(stepWords({ before: { blockedBy: [] }, after: { blockedBy: ['b'] } })).toBe(
    '#12 Fix login: blockers back to none',
  )
})

test('every other event has its words, and an undo is marked', () => {
  expect(eventWords({ kind: 'created' })).toBe('created this task')
  expect(eventWords({ kind: 'trashed', undoes: 1 })).toBe('moved it to the trash (undo)')
  expect(eventWords({ kind: 'attached', after: { file } })).toBe('attached proof.png')
  expect(eventWords({ kind: 'detached', before: { file } })).toBe('removed proof.png')
})

test('a commit, branch or change request is named, and a webhook says where it came from', () => {
  const commit = {
    id: 'r',
    kind: 'commit',
    name: '1a2b3c4d5e',
    title: 'Fix login',
    url: null,
    repository: null,
  } as const
  const reference = { ...commit, state: null, at: '' }
  const change = { ...reference, kind: 'change', name: '#7' } as const
  expect(eventWords({ kind: 'referenced', after: { reference } })).toBe('linked commit 1a2b3c4 “Fix login”')
  expect(eventWords({ kind: 'referenced', before: { reference }, after: null })).toBe('unlinked commit 1a2b3c4')
  const merged = { before: { reference: change }, after: { reference: { ...change, state: 'merged' } } } as const
  expect(eventWords({ kind: 'referenced', ...merged })).toBe('merged change request #7 “Fix login”')
  expect(stepWords({ kind: 'referenced', after: { reference } })).toBe('#12 Fix login: commit 1a2b3c4 unlinked')
  expect(['hook:github:push', 'hook:gitlab:change', 'session', null].map(webhookInWords)).toEqual([
    ...['GitHub push', 'GitLab change request', undefined, undefined],
  ])
})

const step = (more: Partial<Step>): Step => ({
  change: 7,
  kind: 'updated',
  before: null,
  after: null,
  task: { _id: 'a', number: 12, title: 'Fix login' },
  taskCount: 1,
  via: 'session',
  at: '2026-11-15T12:00:00.000Z',
  ageMs: 0,
  ...more,
})
const stepWords = (more: Partial<Step>) => describeStep(step(more), 'day-first', () => deletedTask)

test('a step names its task and the value that it restores', () => {
  expect(
    stepWords({ before: { status: 'Pending', completedAt: null }, after: { status: 'Completed', completedAt: 'x' } }),
  ).toBe('#12 Fix login: status back to Pending')
  expect(
    stepWords({
      before: { dueDate: '2026-11-20T00:00:00.000Z', labels: [], description: 'old' },
      after: { dueDate: '2026-12-24T00:00:00.000Z', labels: ['ui'], description: 'new' },
    }),
  ).toBe('#12 Fix login: labels back to none, description as before, due date back to 20 Nov 2026')
  expect(stepWords({ before: { position: 1 }, after: { position: 2 } })).toBe(
    '#12 Fix login: back to the former place on the board',
  )
})

test('a change with a token names the token, in the activity and before it is undone', () => {
  const via = 'token:laptop: cli'
  expect(describeAuthor('You', taskEvent({ via }))).toBe('You via laptop: cli')
  for (const other of ['session', 'system', null]) expect(describeAuthor('You', taskEvent({ via: other }))).toBe('You')
  expect(describeAuthor('You', taskEvent({ via: 'imported:session' }))).toBe('You (imported)')
  expect(describeAuthor('You', taskEvent({ via: `imported:${via}` }))).toBe('You via laptop: cli (imported)')
  expect(stepWords({ kind: 'created', via })).toBe('#12 Fix login: moved to the trash (made via laptop: cli)')
  // A person and an agent may use the same token.
  const byAgent = 'agent:laptop: cli'
  expect(describeAuthor('You', taskEvent({ via: byAgent }))).toBe('You via laptop: cli (agent)')
  expect(stepWords({ kind: 'created', via: byAgent })).toBe(
    '#12 Fix login: moved to the trash (made by an agent via laptop: cli)',
  )
})

test('a step of several tasks counts them and names the fields that it restores', () => {
  const change = { before: { status: 'Pending' }, after: { status: 'Completed' } } as const
  expect(stepWords({ ...change, taskCount: 7_500 })).toBe('7,500 tasks with their former status')
  expect(stepWords({ kind: 'created', taskCount: 3 })).toBe('3 tasks moved to the trash')
})

test('tasks and files go to the trash and come back', () => {
  const file = { file: { name: 'notes.txt' } } as Step['after']
  expect(stepWords({ kind: 'created' })).toBe('#12 Fix login: moved to the trash')
  expect(stepWords({ kind: 'restored' })).toBe('#12 Fix login: moved to the trash')
  expect(stepWords({ kind: 'trashed' })).toBe('#12 Fix login: restored from the trash')
  expect(stepWords({ kind: 'attached', after: file })).toBe('#12 Fix login: notes.txt moved to the trash')
  expect(stepWords({ kind: 'detached', before: file })).toBe('#12 Fix login: notes.txt restored')
})

test('a value that is absent has a name', () => {
  const absent = (field: Field, value: Task[Field]) => formatField(field, value, 'iso', () => deletedTask)
  expect([absent('dueDate', null), absent('description', '')]).toEqual(['No date', 'No description'])
  expect(absent('labels', [])).toBe('none')
})
