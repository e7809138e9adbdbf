import { AppError } from '../../contract/errors.ts'
import type { taskEventKinds } from '../../contract/history.ts'
import { type TaskField, taskFields } from '../../contract/task-fields.ts'
import type { Database } from '../database/database.ts'
import type { EventRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { KindRules, Outcome, Subject } from '../history/event-kinds.ts'
import { fieldName } from './fields.ts'
import { missingTasks } from './task-table.ts'
import type { TaskWrites } from './task-writes.ts'

/** The task that an event is about, for the event kinds that other nouns record for tasks. */
export function taskSubject(tasks: TaskWrites) {
  return async (draft: Draft, id: string): Promise<Subject | undefined> => {
    const row = await tasks.find(draft, { id })
    return row && { _id: row.id, number: row.number, title: row.title }
  }
}

/** Finds a task that an undo changes. Fails with `conflict` if it is in the trash. */
export async function taskToRevert(tasks: TaskWrites, draft: Draft, id: string): Promise<TaskRow> {
  const row = await find(tasks, draft, id)
  if (row.trashed_at) throw new AppError('conflict', `Task #${row.number} is in the trash: restore it first.`)
  return row
}

async function find(tasks: TaskWrites, draft: Draft, id: string): Promise<TaskRow> {
  const row = await tasks.find(draft, { id })
  if (!row) throw new Error(`Task ${id} disappeared during a change`)
  return row
}

/** An event without the proof of its task, which follows from all receipts and is reverted with none of them. */
export function withoutProof(event: EventRow): EventRow {
  const { proof: _, ...after } = valuesOf(event.after)
  return { ...event, after: Object.keys(after).length ? JSON.stringify(after) : null }
}

/** The event kinds of tasks, for history. */
export function taskEvents(tasks: TaskWrites, database: Database): Record<(typeof taskEventKinds)[number], KindRules> {
  const subject = taskSubject(tasks)
  const touchesTrash = {
    touchedKeys: () => ['trashedAt'],
    traceOf: (key: string) => (key === 'trashedAt' ? '' : undefined),
  }
  const sayDeleted = (_event: EventRow, _undone: EventRow, { number }: Subject) =>
    `Task #${number} has been deleted since.`

  async function toTrash(draft: Draft, { task_id }: EventRow): Promise<Outcome> {
    const row = await find(tasks, draft, task_id)
    await tasks.trash(draft, row)
    return { one: `#${row.number} is in the trash`, many: (count) => `${count} tasks are in the trash` }
  }

  return {
    created: {
      // The repetition may have moved on to another task since. Removing this one would leave two of the series.
      touchedKeys: ({ after }) => (valuesOf(after).repeat ? ['trashedAt', 'repeat'] : ['trashedAt']),
      traceOf: (key) => (key === 'repeat' ? nameInJson(key) : touchesTrash.traceOf(key)),
      place: 'made',
      subject,
      load: tasks.load,
      revert: toTrash,
      sayLater: sayDeleted,
      room: 'takes',
      missing: missingTasks(database),
    },
    updated: {
      touchedKeys: (event) => Object.keys(valuesOf(event.after)),
      traceOf: (key) => (key in taskFields ? nameInJson(key) : undefined),
      unitOf,
      narrow: (event, keys) => ({ ...event, before: only(event.before, keys), after: only(event.after, keys) }),
      join: (older, newer) => ({
        ...newer,
        before: JSON.stringify({ ...valuesOf(newer.before), ...valuesOf(older.before) }),
        after: JSON.stringify({ ...valuesOf(older.after), ...valuesOf(newer.after) }),
      }),
      subject,
      load: tasks.load,
      async revert(draft, { task_id, before }) {
        const row = await taskToRevert(tasks, draft, task_id)
        await tasks.set(draft, row, valuesOf(before))
        return { one: `#${row.number} is as it was`, many: (count) => `${count} tasks are as they were` }
      },
      sayLater(event, undone, { number }) {
        const fields = Object.keys(valuesOf(undone.after)).filter((field) => field in valuesOf(event.after))
        const names = new Set(fields.map(fieldName))
        return `Task #${number} has been changed again since: ${[...names].join(' and ')}.`
      },
      room: 'takes',
    },
    trashed: {
      ...touchesTrash,
      place: 'away',
      subject,
      load: tasks.load,
      async revert(draft, { task_id }) {
        const row = await find(tasks, draft, task_id)
        await tasks.restore(draft, row)
        return { one: `#${row.number} is back`, many: (count) => `${count} tasks are back` }
      },
      sayLater: sayDeleted,
      room: 'frees',
    },
    restored: {
      ...touchesTrash,
      place: 'back',
      subject,
      load: tasks.load,
      revert: toTrash,
      sayLater: (_event, _undone, { number }) => `Task #${number} has been restored since.`,
      room: 'returns',
    },
    purged: { ...touchesTrash, place: 'away', subject, sayLater: sayDeleted, room: 'frees' },
  }
}

/** The status, its times and the claim belong together: a holder of a task works on it. */
function unitOf(key: string): string {
  const field = (taskFields as Record<string, TaskField | undefined>)[key]
  return key === 'claim' ? 'status' : (field?.follows ?? key)
}

const only = (json: string | null, keys: ReadonlySet<string>) =>
  JSON.stringify(Object.fromEntries(Object.entries(valuesOf(json)).filter(([key]) => keys.has(key))))

/** The name of a field in JSON. No value contains this text, because the quotes in values are escaped. */
const nameInJson = (field: string) => `"${field}":`

/** The fields that an event of kind `updated` sets, with their values before or after it. */
function valuesOf(json: string | null) {
  return json ? JSON.parse(json) : {}
}
