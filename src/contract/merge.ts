import { mergedCriteria } from './merge-criteria.ts'
import { withoutConflicts } from './merge-lines.ts'
import { type Texts, textSections } from './merge-text.ts'
import type { Task } from './schemas/tasks.ts'
import { allFields, type FieldName, isSameValue, type TaskField, type TaskValues } from './task-fields.ts'

/** A change of some fields of a task that may have been changed elsewhere since. All values are in wire format. */
interface Edit {
  /** The values that the change was based on. Values that are no longer known are left out. */
  base: Partial<TaskValues>
  /** The values of the task now. */
  current: Partial<TaskValues>
  /** The values that the change sets. */
  wanted: Partial<TaskValues>
}

/** The result of merging a change into the current task. */
export interface Merged {
  /** The values to set, without those of conflicting fields. */
  values: Partial<TaskValues>
  /** The fields that were changed elsewhere, to another value than the wanted one. */
  conflicts: FieldName[]
}

/** A task with fields that were changed elsewhere. The body of a `changed_meanwhile` error lists them as `conflicts`. */
export interface TaskConflict {
  /** The task as it is now. */
  task: Task
  fields: FieldName[]
  /** The values of these fields that the change was based on. Values that are no longer known are left out. */
  base: Partial<TaskValues>
}

const conflict = Symbol('conflict')
interface Values<T> {
  base: T | undefined
  current: T
  wanted: T
}

/** Whether there is no conflict: only one side has changed the value, or both have set the same one. */
const isAgreed = ({ base, current, wanted }: Values<unknown>) =>
  isSameValue(wanted, current) || (base !== undefined && isSameValue(base, current))

/** The merged value of a field that two sides have changed differently, or `conflict`, by the rule in the table of fields. */
const rules: Record<TaskField['merge'], (values: Values<unknown>, field: TaskField) => unknown> = {
  replace: () => conflict,
  lines: (values, { maxLength }) => withoutConflicts(textSections(values as Texts, maxLength)) ?? conflict,
  each: (values) =>
    values.base === undefined ? conflict : mergeElements(values as Values<string[]> & { base: string[] }),
  criteria: (values) => {
    const merged = mergedCriteria(values)
    return !merged || merged.conflicts.length ? conflict : merged.criteria
  },
  last: ({ wanted }) => wanted,
}

/** Applies the elements that a change has added and removed to the current ones. */
function mergeElements({ base, current = [], wanted }: Values<string[]> & { base: string[] }): string[] {
  const kept = current.filter((element) => wanted.includes(element) || !base.includes(element))
  const added = wanted.filter((element) => !base.includes(element))
  return [...new Set([...kept, ...added])]
}

/**
 * Merges a change into a task that may have been changed elsewhere since, field by field. A field conflicts if its value differs both from
 * the one that the change was based on and from the wanted one, unless its lines or elements can be merged. So a field that was changed and changed back
 * does not conflict.
 */
export function mergeFields({ base, current, wanted }: Edit): Merged {
  const values: Record<string, unknown> = {}
  const conflicts: FieldName[] = []
  const isWanted = ([name]: [FieldName, TaskField]) => wanted[name] !== undefined
  for (const [name, field] of allFields.filter(isWanted)) {
    if (field.follows) continue
    const sides = { base: base[name], current: current[name], wanted: wanted[name] }
    const value = isAgreed(sides) ? sides.wanted : rules[field.merge](sides, field)
    if (value === conflict) conflicts.push(name)
    else values[name] = value
  }
  for (const [name, { follows }] of allFields.filter(isWanted)) {
    if (follows && follows in values) values[name] = wanted[name]
  }
  return { values: values as Partial<TaskValues>, conflicts }
}
