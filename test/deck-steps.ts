import fc from 'fast-check'
import { newId } from '../src/contract/new-id.ts'
import type { Task } from '../src/contract/schemas/tasks.ts'
import { linkKinds, statuses } from '../src/contract/tasks.ts'
import type { Intent } from '../src/web/deck/change.ts'
import type { Device } from './deck.ts'

/** A random step of one tab, or of the server. `pick` chooses among the tasks that the tab shows. */
export type Step =
  | { kind: 'edit'; on: number; edit: Edit; pick: number }
  | { kind: 'discard' | 'decide' | 'fail' | 'delete for good'; on: number; pick: number }
  | { kind: 'cut' | 'mend' | 'lose a response' | 'close and open' | 'slow'; on: number }
  | { kind: 'restart the server' }
  | { kind: 'wait' }

export type Edit =
  | ('add' | 'title' | 'tick' | 'append' | 'status' | 'due' | 'repeat' | 'labels')
  | ('many' | 'all' | 'link' | 'unlink' | 'remove' | 'restore' | 'undo' | 'redo' | 'move' | 'next')

const edits: Edit[] = [
  ...(['add', 'title', 'title', 'title', 'title', 'tick', 'append', 'append', 'status', 'status', 'due'] as const),
  ...([
    'repeat',
    'labels',
    'many',
    'all',
    'link',
    'unlink',
    'remove',
    'restore',
    'undo',
    'redo',
    'move',
    'next',
  ] as const),
]
/** A browser with two tabs, and two with one. */
export const tabCount = 4
const on = fc.nat({ max: tabCount - 1 })
const pick = fc.nat()

export const steps = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({ kind: fc.constant('edit' as const), on, edit: fc.constantFrom(...edits), pick }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom('cut' as const, 'mend', 'lose a response', 'close and open', 'slow'),
        on,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('discard' as const, 'decide', 'fail', 'delete for good'),
        on,
        pick,
      }),
    },
    { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart the server' }) },
    { weight: 2, arbitrary: fc.constant<Step>({ kind: 'wait' }) },
  ),
  { minLength: 8, maxLength: 40 },
)

export const weekly = { rule: 'FREQ=WEEKLY', from: 'due' } as const

let words = 0
/** Text that no other change contains, so that it can be found again. */
const unique = () => `word${++words}`

/** Mostly one of the first two tasks, or of the newest two, so that the changes of the tabs often meet. */
function chosen(tasks: Task[], pick: number): Task | undefined {
  if (pick % 5 === 0) return tasks[pick % tasks.length]
  return pick % 2 ? tasks[(pick >> 1) % Math.min(2, tasks.length)] : tasks.at(-1 - ((pick >> 1) % 2))
}

/** The change that a tab makes of an edit; undefined if it shows no task for it. */
export function intentOf(edit: Edit, pick: number, one: Device): Intent | undefined {
  const { tasks, trash } = one.view()
  const task = edit === 'next' ? tasks.at(-1) : chosen(tasks, pick)
  const text = String(pick % 7)
  if (edit === 'add')
    return {
      kind: 'create',
      tasks: [{ _id: newId(), title: unique(), ...(pick % 2 ? { dueDate: '2026-11-20', repeat: weekly } : {}) }],
    }
  if (edit === 'restore') {
    const trashed = trash[pick % trash.length]
    return trashed && { kind: 'restore', task: trashed._id }
  }
  if (edit === 'undo' || edit === 'redo') {
    const last = one
      .store()
      .recent()
      .findLast(({ undoes }) => edit === 'undo' || undoes !== null)
    return last && { kind: 'undo', of: last.change, effects: last.inverse }
  }
  if (!task) return undefined
  const { _id: id } = task
  if (edit === 'link' || edit === 'unlink') {
    // Also links that the server refuses: to the task itself, or around a circle.
    const link = {
      kind: linkKinds[pick % linkKinds.length] ?? 'related',
      to: tasks[(pick * 7) % tasks.length]?._id ?? id,
    }
    const change = edit === 'link' ? { addLinks: [link] } : { removeLinks: [link] }
    return { kind: 'updateMany', tasks: [id], change }
  }
  if (edit === 'move') {
    const above = tasks[(pick * 7) % tasks.length]
    const status = statuses[pick % statuses.length] ?? 'Pending'
    const place = above && above !== task ? { place: { above: above._id } } : {}
    return { kind: 'update', task: id, values: { status, ...place }, position: (above?.position ?? 0) + 0.5 }
  }
  if (edit === 'title') return { kind: 'update', task: id, values: { title: unique() } }
  if (edit === 'append' || edit === 'next')
    return { kind: 'update', task: id, values: { description: `${task.description}\n${unique()}`.trim() } }
  if (edit === 'tick') {
    const lines = (task.description || '- [ ] a\n- [ ] b\n- [ ] c').split('\n')
    const place = pick % lines.length
    const line = lines[place] ?? ''
    lines[place] = line.includes('[x]') ? line.replace('[x]', '[ ]') : line.replace('[ ]', '[x]')
    return { kind: 'update', task: id, values: { description: lines.join('\n') } }
  }
  if (edit === 'status') return { kind: 'update', task: id, values: { status: pick % 2 ? 'Completed' : 'In Progress' } }
  if (edit === 'due') return { kind: 'update', task: id, values: { dueDate: pick % 2 ? '2026-12-24' : null } }
  if (edit === 'repeat') return { kind: 'update', task: id, values: { repeat: pick % 4 ? weekly : null } }
  if (edit === 'labels') return { kind: 'update', task: id, values: { labels: [`l${text}`] } }
  if (edit === 'remove') return { kind: 'remove', tasks: [id] }
  const some = tasks.slice(0, 3).map(({ _id }) => _id)
  if (edit === 'all') return { kind: 'updateMany', tasks: some, change: { status: 'Completed' } }
  return { kind: 'updateMany', tasks: some, change: { addLabels: ['x'], priority: 'High' } }
}
