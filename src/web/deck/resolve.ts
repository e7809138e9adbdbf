import { choiceOf, isMergedPiecewise } from '../../contract/merge-decision.ts'
import type { Side } from '../../contract/merge-text.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import type { Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { type FieldName, isSameValue, type TaskValues } from '../../contract/task-fields.ts'
import { mergeInto } from './apply-change.ts'
import { type Base, type Change, type Intent, type Tasks, tasksOf, type Wish } from './change.ts'

type Update = Extract<Intent, { kind: 'update' }>
type UpdateMany = Extract<Intent, { kind: 'updateMany' }>
type Conflict = { task: Task; fields: FieldName[] }

/** Something that can conflict: a field of a task, or the text of a note. */
export type Contested = FieldName | 'note'

/** The side that the user has chosen for a field that conflicts. If both values cannot be kept, `both` means the user's own value. */
export type SideOf = (field: Contested) => Side

/**
 * The rest of a change that conflicts, after the user has chosen a side for each field. Only the values that
 * conflict are decided: every other value, line and task is changed as it would have been without the conflict. The values of the other side
 * that the user has seen become the base, so that the user is asked again if they change once more.
 */
export function resolved(change: Change, sideOf: SideOf): Wish[] {
  const { intent, base, problem } = change
  if (problem?.kind === 'refused' && problem.note) return resolvedNote(intent, problem.note, sideOf)
  const conflicts = problem?.kind === 'conflict' ? problem.tasks : []
  const [first] = conflicts
  if (first && intent.kind === 'update') return resolvedUpdate(intent, base[first.task._id], first, sideOf)
  if (first && intent.kind === 'updateMany') return resolvedMany(intent, seenBases(base, conflicts), conflicts, sideOf)
  return [{ intent, base }]
}

/** The edit of a note that was edited elsewhere, based on the note as it is now. */
function resolvedNote(intent: Intent, from: Note, sideOf: SideOf): Wish[] {
  if (intent.kind !== 'note' || sideOf('note') === 'current') return []
  return [{ intent: { ...intent, from, to: intent.to && { ...intent.to, version: from.version + 1 } } }]
}

/** The values of a field of a task on both sides of a conflict, and the one that the change was based on. */
export function conflictingValues<F extends FieldName>({ intent, base }: Change, task: Task, field: F) {
  const wanted: Partial<TaskValues> =
    intent.kind === 'update' ? intent.values : intent.kind === 'updateMany' ? intent.change : {}
  return { base: base[task._id]?.values[field], current: task[field], wanted: wanted[field] }
}

function resolvedUpdate(intent: Update, base: Base | undefined, { task, fields }: Conflict, sideOf: SideOf): Wish[] {
  const { place, next, ...given } = intent.values
  const wanted: Partial<TaskValues> = given
  const known = base?.values ?? {}
  const values: Partial<TaskValues> = { ...wanted, ...mergeInto(task, wanted, base).values }
  for (const field of fields) {
    const side = sideOf(field)
    const choice = choiceOf(field, { base: known[field], current: task[field], wanted: wanted[field] }, side)
    if (side === 'current' && !isMergedPiecewise(field)) delete values[field]
    else if (choice) Object.assign(values, { [field]: choice.value })
  }
  const names = Object.keys(values) as FieldName[]
  for (const name of names) if (isSameValue(values[name], task[name])) delete values[name]
  const isMoved = sideOf('status') !== 'current' || !fields.includes('status')
  // A place in a column, and the task after a completed one, mean nothing without the status.
  const more: TaskChange = isMoved ? { ...(place && { place }), ...(next && values.status && { next }) } : {}
  if (!Object.keys({ ...values, ...more }).length) return []
  const { position, ...rest } = intent
  return [
    {
      intent: { ...rest, values: { ...values, ...more }, ...(isMoved && position !== undefined && { position }) },
      base: { [task._id]: seenBase(task, names) },
    },
  ]
}

const seenBase = (task: Task, fields: FieldName[]): Base => ({
  version: task.version,
  values: Object.fromEntries(fields.map((field) => [field, task[field]])),
  task: { number: task.number, title: task.title },
})

/** Tasks without a conflict keep the base that the user has seen of them. */
function seenBases(base: Change['base'], conflicts: Conflict[]): Change['base'] {
  const seen = conflicts.map(({ task }): [string, Base] => {
    const fields = Object.keys(base[task._id]?.values ?? {}) as FieldName[]
    return [task._id, seenBase(task, fields)]
  })
  return { ...base, ...Object.fromEntries(seen) }
}

/** If the user has chosen the other side for a field, the tasks that conflict in it keep their value. */
function resolvedMany(
  { next, ...intent }: UpdateMany,
  seen: Change['base'],
  conflicts: Conflict[],
  sideOf: SideOf,
): Wish[] {
  const fieldsOf = new Map(
    conflicts.map(({ task, fields }) => [task._id, fields.filter((field) => sideOf(field) === 'current')]),
  )
  const groups = Map.groupBy(intent.tasks, (id) => (fieldsOf.get(id) ?? []).join())
  return [...groups.values()].flatMap((tasks): Wish[] => {
    const members = new Set(tasks)
    const ofMembers = <T>(all: Record<string, T>) => entriesOf(all, (id) => members.has(id))
    const given = new Set<string>(fieldsOf.get(tasks[0] ?? ''))
    const change = entriesOf(intent.change, (field) => !given.has(field))
    if (!Object.keys(change).length) return []
    const completes = next && change.status ? { next: { ...next, ids: ofMembers(next.ids ?? {}) } } : {}
    return [{ intent: { ...intent, tasks, change, ...completes }, base: ofMembers(seen) }]
  })
}

const entriesOf = <T extends object>(all: T, isWanted: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isWanted(name))) as T

/** Restores the tasks that are in the trash, and makes the change on what the user has seen of them. */
export function withRestored({ intent, base }: Change, tasks: Tasks): Wish[] {
  const trashed = tasksOf(intent).filter((id) => tasks.get(id)?.trashedAt)
  return [...trashed.map((task): Wish => ({ intent: { kind: 'restore', task }, base: {} })), { intent, base }]
}
