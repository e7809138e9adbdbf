import { expect, test } from 'vitest'
import { taskEvent } from '../../../test/task-event.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { applyChange } from './apply-change.ts'
import type { Change, DeckTask, Intent } from './change.ts'
import { basesOf, inverseOf, readyToSend } from './change-base.ts'
import { applyEvents, type Deck, shownTasks } from './deck.ts'

const at = '2026-11-16T08:00:00.000Z'

const task = (id: string, values: Partial<DeckTask> = {}): DeckTask => ({
  _id: id,
  number: Number(id),
  version: 1,
  createdAt: at,
  updatedAt: at,
  fileCount: 0,
  title: `Task ${id}`,
  description: 'Text',
  labels: [],
  priority: 'Medium',
  status: 'Pending',
  dueDate: '2026-11-20T00:00:00.000Z',
  startDate: null,
  repeat: null,
  completedAt: null,
  position: Number(id),
  ...values,
})

const deckOf = (...tasks: DeckTask[]): Deck => ({
  seq: 10,
  recent: [],
  tasks: new Map(tasks.map((one) => [one._id, one])),
})

function changeOf(deck: Deck, intent: Intent, more: Partial<Change> = {}): Change {
  const after = new Map(deck.tasks)
  applyChange(after, { id: 'a', intent, at })
  const inverse = inverseOf(intent, deck.tasks, after)
  return { id: 'a', order: 1, at, intent, base: basesOf(intent, deck.tasks, []), inverse, ...more }
}

const completes: Intent = { kind: 'updateMany', tasks: ['1'], change: { status: 'Completed' } }

test('a pending change is shown on top of whatever the log brings', () => {
  const deck = deckOf(task('1'))
  const change = changeOf(deck, completes)
  const event = taskEvent({
    seq: 11,
    task: '1',
    version: 2,
    before: { priority: 'Medium' },
    after: { priority: 'High' },
  })
  const next = applyEvents(deck, [event])
  if (!next) throw new Error('The event was not applied')
  expect(shownTasks(next, [change]).get('1')).toMatchObject({
    status: 'Completed',
    completedAt: at,
    priority: 'High',
    version: 2,
  })
  expect(next.tasks.get('1')).toMatchObject({ status: 'Pending' })
})

test('a change is no longer applied once the log contains it, or once the server has refused it', () => {
  const deck = deckOf(task('1'))
  const statusWith = (more: Partial<Change>) => shownTasks(deck, [changeOf(deck, completes, more)]).get('1')?.status
  expect(statusWith({ done: { change: 11, seq: 11 } })).toBe('Completed')
  expect(statusWith({ done: { change: 9, seq: 10 } })).toBe('Pending')
  expect(statusWith({ done: { change: null, seq: null } })).toBe('Pending')
  expect(statusWith({ problem: { kind: 'refused', message: 'No.' } })).toBe('Pending')
})

test('an event that does not follow on the deck makes it load again; one that is known changes nothing', () => {
  const deck = deckOf(task('1', { version: 3 }))
  expect(applyEvents(deck, [taskEvent({ seq: 12, task: '1', version: 4 })])).toBeUndefined()
  expect(applyEvents(deck, [taskEvent({ seq: 11, task: '1', version: 5, after: { priority: 'Low' } })])).toBeUndefined()
  expect(applyEvents(deck, [taskEvent({ seq: 11, task: '9', version: 2, after: { priority: 'Low' } })])).toBeUndefined()
  expect(applyEvents(deck, [taskEvent({ seq: 10, task: '1', version: 3 })])).toBe(deck)
  // The snapshot may be newer than its number.
  const same = applyEvents(deck, [taskEvent({ seq: 11, task: '1', version: 3, after: { priority: 'Low' } })])
  expect(same).toMatchObject({ seq: 11 })
  expect(same?.tasks.get('1')?.priority).toBe('Medium')
})

test('every change can be reverted with its own effects', () => {
  const deck = deckOf(task('1', { labels: ['auth'] }), task('2', { status: 'Completed', completedAt: at }))
  const intents: Intent[] = [
    completes,
    { kind: 'update', task: '1', values: { title: 'Other', labels: ['ui'], dueDate: '2026-12-01' } },
    {
      kind: 'updateMany',
      tasks: ['1', '2'],
      change: { status: 'In Progress', addLabels: ['x'], removeLabels: ['auth'] },
    },
    { kind: 'remove', tasks: ['1', '2'] },
  ]
  for (const intent of intents) {
    const { inverse } = changeOf(deck, intent)
    const tasks = new Map(deck.tasks)
    applyChange(tasks, { id: 'a', intent, at })
    expect([...tasks.values()], intent.kind).not.toEqual([...deck.tasks.values()])
    applyChange(tasks, { id: 'b', intent: { kind: 'undo', of: 'a', effects: inverse }, at })
    const plain = (all: Iterable<DeckTask>) =>
      [...all].map(({ trashedAt, own: _, ...rest }) => ({ ...rest, isTrashed: Boolean(trashedAt) }))
    expect(plain(tasks.values()), intent.kind).toEqual(plain(deck.tasks.values()))
  }
})

test('ten thousand tasks are changed and sent as one change, and one undo reverts it, here and from the log', () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => String(index + 1))
  expect(ids).toHaveLength(taskLimits.bulkChange)
  const deck = deckOf(...ids.map((id) => task(id)))
  const change = changeOf(deck, { kind: 'updateMany', tasks: ids, change: { status: 'Completed' } })
  const statuses = (now: Deck, ...changes: Change[]) => [
    ...new Set([...shownTasks(now, changes).values()].map(({ status }) => status)),
  ]
  expect(statuses(deck, change)).toEqual(['Completed'])
  expect(Object.keys(readyToSend(change, deck.tasks).sent?.versions ?? {})).toHaveLength(10_000)
  const undo = changeOf(deck, { kind: 'undo', of: change.id, effects: change.inverse }, { id: 'b', order: 2 })
  expect(statuses(deck, change, undo)).toEqual(['Pending'])

  // The server sends a long change in parts.
  const parts = [ids.slice(0, 4_000), ids.slice(4_000)]
  const logged = parts.reduce<Deck | undefined>((now, part) => {
    const events = part.map((id) =>
      taskEvent({
        seq: 10 + Number(id),
        change: 11,
        task: id,
        before: { status: 'Pending', completedAt: null },
        after: { status: 'Completed', completedAt: at },
      }),
    )
    return now && applyEvents(now, events)
  }, deck)
  if (!logged) throw new Error('The events were not applied')
  expect(statuses(logged)).toEqual(['Completed'])
  expect(logged.recent.map(({ inverse }) => inverse.length)).toEqual([10_000])
  const undone = changeOf(logged, { kind: 'undo', of: 11, effects: logged.recent[0]?.inverse ?? [] })
  expect(statuses(logged, undone)).toEqual(['Pending'])
})

test('a change names the current version if the values that it replaces are the same, and else it is not sent but asked about', () => {
  const deck = deckOf(task('1'))
  const change = changeOf(deck, { kind: 'update', task: '1', values: { status: 'Completed' } })
  const now = (values: Partial<DeckTask>) => new Map([['1', task('1', { version: 5, ...values })]])
  expect(readyToSend(change, now({ priority: 'High' })).sent?.versions).toEqual({ 1: 5 })
  const { sent, problem } = readyToSend(change, now({ status: 'In Progress' }))
  expect(sent).toBeUndefined()
  expect(problem).toMatchObject({
    message: 'The status of task #1 was changed in the meantime. Nothing was overwritten.',
    tasks: [{ task: { version: 5, status: 'In Progress' }, fields: ['status'] }],
  })
  // In the trash, the server says what can be done.
  expect(readyToSend(change, now({ status: 'In Progress', trashedAt: at })).sent?.versions).toEqual({ 1: 1 })
})

test('a task that was added here sorts as the newest and has no number yet', () => {
  const deck = deckOf(task('1'))
  const added: Intent = {
    kind: 'create',
    tasks: [{ _id: 'x', title: 'New', description: 'Text', dueDate: '2026-11-20' }],
  }
  const shown = shownTasks(deck, [changeOf(deck, added)]).get('x')
  expect(shown).toMatchObject({ title: 'New', status: 'Pending', priority: 'Medium', version: 0 })
  expect(shown?.number).toBeGreaterThan(999_999_999)
  expect(shown?.dueDate).toBe('2026-11-20T00:00:00.000Z')
})

test('a change of some lines or labels is shown and sent together with those that were made elsewhere', () => {
  const deck = deckOf(task('1', { description: '- [ ] one\n- [ ] two\n- [ ] three', labels: ['ui'] }))
  const update = (values: Partial<DeckTask>): Intent => ({ kind: 'update', task: '1', values })
  const ticked = changeOf(deck, update({ description: '- [ ] one\n- [x] two\n- [ ] three' }))
  const later = deckOf(
    task('1', { version: 5, description: '- [ ] uno\n- [ ] two\n- [ ] three', labels: ['ui', 'api'] }),
  )
  const both = '- [ ] uno\n- [x] two\n- [ ] three'
  expect(shownTasks(later, [ticked]).get('1')?.description).toBe(both)
  expect(readyToSend(ticked, later.tasks)).toMatchObject({
    intent: { values: { description: both } },
    sent: { versions: { 1: 5 } },
  })
  // The second change takes back the first one, which the version that both were based on does not contain.
  const labelled = deckOf(task('1', { labels: ['ui', 'mine'] }))
  const cleared = changeOf(labelled, update({ labels: ['ui'] }))
  const now = deckOf(task('1', { version: 5, labels: ['ui', 'api', 'mine'] }))
  expect(readyToSend(cleared, now.tasks)).toMatchObject({
    intent: { values: { labels: ['ui', 'api'] } },
    sent: { versions: { 1: 5 } },
  })
  // Both have changed the same line: the user is asked.
  const other = deckOf(task('1', { version: 5, description: '- [ ] one\n- [ ] dos\n- [ ] three' }))
  expect(readyToSend(ticked, other.tasks)).toMatchObject({ intent: ticked.intent, problem: { kind: 'conflict' } })
})
