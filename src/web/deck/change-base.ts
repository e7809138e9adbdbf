import type { Task } from '../../contract/schemas/tasks.ts'
import {
  allFields,
  type FieldName,
  isSameValue,
  leftOutAs,
  type TaskField,
  type TaskValues,
} from '../../contract/task-fields.ts'
import { conflictInWords } from '../../contract/words/conflict-words.ts'
import { mergeInto } from './apply-change.ts'
import {
  type Base,
  type Change,
  type DeckTask,
  type Effect,
  type Intent,
  type OwnValues,
  reverted,
  type Tasks,
  tasksOf,
  touchedTasks,
} from './change.ts'

/** The fields whose values an intent replaces. A place on the board is not one of them: the last move wins. */
function fieldsSet(intent: Intent): FieldName[] {
  const values = intent.kind === 'update' ? intent.values : intent.kind === 'updateMany' ? intent.change : {}
  return allFields.flatMap(([name]) => (name in values && name !== 'position' ? name : []))
}

/** The state of the tasks on which an intent is based. `changes` are those that are not in the log yet. */
export function basesOf(intent: Intent, tasks: Tasks, changes: readonly Change[]): Record<string, Base> {
  if (intent.kind === 'create') return {}
  const fields = fieldsSet(intent)
  const byId = new Map(changes.map((change) => [change.id, change]))
  const bases: Record<string, Base> = {}
  for (const id of tasksOf(intent)) {
    const task = tasks.get(id)
    if (task) bases[id] = baseOf(task, fields, byId)
  }
  return bases
}

function baseOf(task: DeckTask, fields: FieldName[], changes: ReadonlyMap<string, Change>): Base {
  const { number, title } = task
  const own: OwnValues = {}
  let { version } = task
  for (const field of fields) {
    const change = task.own?.[field]
    if (!change) continue
    own[field] = change
    // The version that the task has now does not contain the value that the user saw.
    version = Math.min(version, changes.get(change)?.base[task._id]?.version ?? version)
  }
  const named = Object.keys(own).length ? { own } : {}
  return { version, values: valuesIn(task, fields), ...named, task: { number, title } }
}

const fieldOf = new Map<FieldName, TaskField>(allFields)

/** The values of some fields. Those that the JSON of a task leaves out are null or an empty list. */
const valuesIn = (task: Task, fields: FieldName[]): Partial<TaskValues> =>
  Object.fromEntries(fields.map((field) => [field, task[field] ?? leftOutAs(fieldOf.get(field))]))

/** The effects that turn the tasks after a change back into those before it. */
export function inverseOf(intent: Intent, before: Tasks, after: Tasks): Effect[] {
  if (intent.kind === 'note') return [{ task: intent.task, note: reverted(intent) }]
  const notes = intent.kind === 'undo' ? intent.effects.flatMap(({ task, note }) => (note ? { task, note } : [])) : []
  if (notes.length) return notes.map(({ task, note }) => ({ task, note: reverted(note) })).reverse()
  return touchedTasks(intent).flatMap((id): Effect[] => {
    const [old, next] = [before.get(id), after.get(id)]
    if (!next) return []
    if (!old) return [{ task: id, isTrashed: true }]
    const fields = allFields.filter(([name]) => !isSameValue(old[name], next[name])).map(([name]) => name)
    const isTrashed = Boolean(old.trashedAt) === Boolean(next.trashedAt) ? {} : { isTrashed: Boolean(old.trashedAt) }
    return [{ task: id, ...(fields.length ? { values: valuesIn(old, fields) } : {}), ...isTrashed }]
  })
}

/** The bases of later changes after a change was refused or taken back: the user's values are based on those before it. */
export function basesWithout(bases: Change['base'], { id, base, inverse }: Change): Change['base'] {
  const moved = Object.entries(bases).flatMap(([task, known]): [string, Base][] => {
    const fields = (Object.keys(known.own ?? {}) as FieldName[]).filter((field) => known.own?.[field] === id)
    if (!fields.length) return []
    const before = inverse.find((effect) => effect.task === task)?.values ?? {}
    const values: Record<string, unknown> = { ...known.values }
    const { ...own } = known.own
    for (const field of fields) {
      if (field in before) values[field] = before[field]
      const earlier = base[task]?.own?.[field]
      if (earlier) own[field] = earlier
      else delete own[field]
    }
    return [[task, { ...known, values: values as Base['values'], own }]]
  })
  return moved.length ? { ...bases, ...Object.fromEntries(moved) } : bases
}

/**
 * A change with its request fixed. It names the version of each task that this browser knows, because only this browser knows which of the
 * current values are the user's own, and what the user saw. Values that were changed elsewhere since are merged here; if they cannot be, the
 * change is not sent, and the user is asked. A change of a task that is missing or in the trash names the version that the user saw.
 */
export function readyToSend(change: Change, tasks: Tasks): Change {
  const fields = fieldsSet(change.intent)
  let { intent, base } = change
  const versions: Record<string, number> = {}
  const conflicts: { task: Task; fields: FieldName[] }[] = []
  const seen: Record<string, Base> = {}
  for (const [id, known] of fields.length ? Object.entries(base) : []) {
    const now = tasks.get(id)
    // A task that the server did not know begins with version 1.
    versions[id] = Math.max(1, known.version)
    if (!now || now.trashedAt) continue
    const merged = mergeInto(now, wantedBy(intent), known)
    if (merged.conflicts.length) {
      conflicts.push({ task: now, fields: merged.conflicts })
      continue
    }
    versions[id] = now.version
    if (intent.kind === 'update') intent = { ...intent, values: { ...intent.values, ...merged.values } }
    // The merged values contain what was changed elsewhere until now. If they conflict later, those changes are not taken for the user's own.
    const { own: _, ...rest } = known
    seen[id] = { ...rest, version: now.version, values: valuesIn(now, fields) }
  }
  if (conflicts.length)
    return { ...change, problem: { kind: 'conflict', message: conflictInWords(conflicts), tasks: conflicts } }
  base = { ...base, ...seen }
  return { ...change, intent, base, sent: { versions } }
}

/** The values that an intent gives to each of its tasks. */
function wantedBy(intent: Intent): Partial<TaskValues> {
  if (intent.kind === 'updateMany') return intent.change
  if (intent.kind !== 'update') return {}
  const { place: _, next: __, ...values } = intent.values
  return values
}
