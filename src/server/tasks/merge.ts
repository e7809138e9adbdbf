import { AppError } from '../../contract/errors.ts'
import { type EventKind, taskEventKinds } from '../../contract/history.ts'
import type { ConflictChoice } from '../../contract/imports.ts'
import { mergeFields, type TaskConflict } from '../../contract/merge.ts'
import { type FieldName, isSameValue, type TaskValues } from '../../contract/task-fields.ts'
import { conflictInWords } from '../../contract/words/conflict-words.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { taskOf, valuesOf } from './fields.ts'
import { keyOf } from './task-ids.ts'

/** Values to set on a task. `version` is the one that they were based on; undefined if they are set whatever the task is now. */
interface Edit {
  row: TaskRow
  wanted: Partial<TaskValues>
  version: number | undefined
  /** The values that they were based on, if they are known without the log. Those of other fields are not known. */
  base?: Partial<TaskValues>
}

interface Merged {
  row: TaskRow
  /** The values to set on the row. */
  values: Partial<TaskValues>
}

/** How much of the log one change may still read. */
export type ReadBudget = { events: number; characters: number }

/** One change reads at most this many events and characters, because it blocks other users. Values of older versions count as unknown. */
const maxRead: ReadBudget = { events: 2_000, characters: 4_000_000 }
export const readBudget = (): ReadBudget => ({ ...maxRead })
/** An event may hold a description of 10,000 characters. */
const eventsAtOnce = 50

/**
 * Merges values into tasks that may have been changed elsewhere since. Fails with `changed_meanwhile` if fields of at least one task conflict.
 */
export async function mergeEdits<const E extends readonly Edit[]>(draft: Draft, edits: E, budget = readBudget()) {
  const { merged, conflicts } = await mergeAll(draft, edits, budget)
  const [first, ...rest] = conflicts
  if (first) throw new ChangedMeanwhile([first, ...rest])
  return merged as { [Index in keyof E]: Merged }
}

/**
 * Merges the values of a source that sends all of its fields, not only those that it has changed: a field that is as it was at the version has
 * not been changed there. A field that conflicts keeps the value of the task, is replaced, or refuses the change like `mergeEdits`. Returns
 * the conflicts as well.
 */
export async function mergeImported(
  draft: Draft,
  edits: readonly Edit[],
  choice: ConflictChoice,
  budget: ReadBudget,
): Promise<{ merged: Merged[]; conflicts: TaskConflict[] }> {
  const { merged, conflicts } = await mergeAll(draft, edits, budget, true)
  const [first, ...rest] = conflicts
  if (first && choice === 'refuse') throw new ChangedMeanwhile([first, ...rest])
  if (choice !== 'replace') return { merged, conflicts }
  const replaced = new Map(conflicts.map(({ task, fields }) => [task._id, fields]))
  const all = merged.map(({ row, values }, index) => ({
    row,
    values: { ...values, ...only(replaced.get(row.id) ?? [], edits[index]?.wanted ?? {}) },
  }))
  return { merged: all, conflicts }
}

async function mergeAll(draft: Draft, edits: readonly Edit[], budget: ReadBudget, sendsAll = false) {
  const merged: Merged[] = []
  const conflicts: TaskConflict[] = []
  for (const { row, wanted, version, base: given } of edits) {
    if (!given && (version === undefined || version === row.version)) {
      merged.push({ row, values: wanted })
      continue
    }
    const current = valuesOf(row)
    const merge = (base: Partial<TaskValues>) =>
      mergeFields({ base, current, wanted: sendsAll ? changedFrom(base, wanted) : wanted })
    // If nothing conflicts without a base, nothing does with it.
    const isAgreed = !given && !merge({}).conflicts.length
    const base = given ?? (isAgreed || version === undefined ? {} : await valuesAt(draft, row, version, budget))
    const { values, conflicts: fields } = merge(base)
    merged.push({ row, values })
    if (fields.length) conflicts.push({ task: taskOf(row), fields, base: only(fields, base) })
  }
  return { merged, conflicts }
}

/** The values of a task at an older version, from the log. Empty if they are not known. */
export async function valuesAt({ log }: Pick<Draft, 'log'>, row: TaskRow, version: number, budget = readBudget()) {
  const values: Partial<TaskValues> = valuesOf(row)
  let known = row.version
  let below = Number.MAX_SAFE_INTEGER
  while (known > version) {
    if (budget.characters <= 0) return {}
    const events = await log.valuesBefore(row.id, below, Math.min(known - version, eventsAtOnce, budget.events))
    if (!events.length) return {}
    budget.events -= events.length
    for (const { seq, kind, version: after, before } of events) {
      below = seq
      budget.characters -= before?.length ?? 0
      if (!makesVersion(kind)) continue
      if (before === null || after !== known) return {}
      Object.assign(values, JSON.parse(before))
      known--
    }
  }
  return known === version ? values : {}
}

/** The events of files do not change the version of their task. */
const makesVersion = (kind: EventKind) => taskEventKinds.some((own) => own === kind)

/** The values that differ from those at the base. */
const changedFrom = (base: Partial<TaskValues>, wanted: Partial<TaskValues>): Partial<TaskValues> =>
  Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => !(name in base) || !isSameValue(value, base[name as FieldName])),
  )

const only = (fields: FieldName[], values: Partial<TaskValues>): Partial<TaskValues> =>
  Object.fromEntries(fields.flatMap((name) => (name in values ? [[name, values[name]]] : [])))

/**
 * The version that a change of these tasks was based on, by their ids. If a task is named twice, by id and by number, the older version counts.
 * Fails with `invalid_input` if another task is named.
 */
export function versionsOf(
  tasks: Pick<TaskRow, 'id' | 'number'>[],
  versions: Record<string, number>,
): Map<string, number> {
  const versionOf = new Map<string, number>()
  for (const [id, version] of byTask('versions', tasks, versions)) {
    versionOf.set(id, Math.min(version, versionOf.get(id) ?? version))
  }
  return versionOf
}

/**
 * The values of a parameter that names these tasks by id or number, each with the id of its task. Fails with `invalid_input` if another
 * task is named.
 */
export function byTask<Value>(
  parameter: string,
  tasks: Pick<TaskRow, 'id' | 'number'>[],
  values: Record<string, Value>,
): [id: string, value: Value][] {
  const ids = new Map<string | number, string>(
    tasks.flatMap(({ id, number }) => [
      [id, id],
      [number, id],
    ]),
  )
  return Object.entries(values).map(([name, value]) => {
    const key = keyOf(name)
    const id = ids.get('id' in key ? key.id : key.number)
    if (id === undefined) throw new AppError('invalid_input', `${parameter} must name only tasks that are in ids.`)
    return [id, value]
  })
}

/** Other changes of the same fields were faster. The response contains the conflicts, and the first of their tasks as it is now. */
export class ChangedMeanwhile extends AppError {
  constructor(conflicts: [TaskConflict, ...TaskConflict[]]) {
    const isCertain = conflicts.every(({ fields, base }) => fields.every((name) => name in base))
    super('changed_meanwhile', conflictInWords(conflicts, isCertain), { more: { task: conflicts[0].task, conflicts } })
  }
}
