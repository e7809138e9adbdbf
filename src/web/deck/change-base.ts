import type { Task } from '../../contract/schemas/tasks.ts'
import { allFields, type FieldName, isSameValue, type TaskValues } from '../../contract/task-fields.ts'
import { mergeInto } from './apply-change.ts'
import { type Base, type Change, type Effect, type Intent, type Tasks, tasksOf, touchedTasks } from './change.ts'

/** The fields whose values an intent replaces. A place on the board is none of them: the last move wins. */
function fieldsSet(intent: Intent): FieldName[] {
  const values = intent.kind === 'update' ? intent.values : intent.kind === 'updateMany' ? intent.change : {}
  return allFields.flatMap(([name]) => (name in values && name !== 'position' ? name : []))
}

/** The state of the tasks on which an intent is based. */
export function basesOf(intent: Intent, tasks: Tasks): Record<string, Base> {
  const fields = fieldsSet(intent)
  const bases: Record<string, Base> = {}
  for (const id of fields.length ? tasksOf(intent) : []) {
    const task = tasks.get(id)
    if (task?.version) bases[id] = { version: task.version, values: valuesIn(task, fields) }
  }
  return bases
}

const valuesIn = (task: Task, fields: FieldName[]): Partial<TaskValues> =>
  Object.fromEntries(fields.map((field) => [field, task[field]]))

/** The effects that turn the tasks after a change back into those before it. */
export function inverseOf(intent: Intent, before: Tasks, after: Tasks): Effect[] {
  return touchedTasks(intent).flatMap((id): Effect[] => {
    const [old, next] = [before.get(id), after.get(id)]
    if (!next) return []
    if (!old) return [{ task: id, isTrashed: true }]
    const fields = allFields.filter(([name]) => !isSameValue(old[name], next[name])).map(([name]) => name)
    const isTrashed = Boolean(old.trashedAt) === Boolean(next.trashedAt) ? {} : { isTrashed: Boolean(old.trashedAt) }
    return [{ task: id, ...(fields.length ? { values: valuesIn(old, fields) } : {}), ...isTrashed }]
  })
}

/**
 * A change with its request fixed. It is based on the current version of a task if the values that it replaces are still the same, or if both
 * can be merged here: only this browser knows an earlier change of its own on which this one was based. Otherwise it is based on the version
 * that the user has seen, and the server decides.
 */
export function readyToSend(change: Change, tasks: Tasks): Change & Required<Pick<Change, 'sent'>> {
  const fields = fieldsSet(change.intent)
  let { intent, base } = change
  const versions: Record<string, number> = {}
  for (const [id, { version, values }] of Object.entries(change.base)) {
    const now = tasks.get(id)
    versions[id] = version
    if (now && intent.kind === 'update') {
      const { place, ...wanted } = intent.values
      const merged = mergeInto(now, wanted, change.base[id])
      if (merged.conflicts.length) continue
      versions[id] = now.version
      intent = { ...intent, values: { ...(place && { place }), ...wanted, ...merged.values } }
      // The merged values contain what was changed elsewhere until now. If they conflict later, that is not the user's.
      base = { ...base, [id]: { version: now.version, values: valuesIn(now, fields) } }
    } else if (now && fields.every((field) => isSameValue(now[field], values[field]))) versions[id] = now.version
  }
  return { ...change, intent, base, sent: { versions } }
}
