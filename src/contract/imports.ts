import type { NewTask, Task } from './schemas/tasks.ts'
import { allFields, leftOutAs } from './task-fields.ts'

/** The limits of one import. */
export const importLimits = { tasks: 20_000, bytes: 16 * 1024 * 1024, listedProblems: 100 } as const

export const importType = 'application/x-ndjson'

/** The outcome for a field that was changed here and in the import: nothing is imported, or one of both values stays. */
export const conflictChoices = ['refuse', 'keep', 'replace'] as const
export type ConflictChoice = (typeof conflictChoices)[number]

/**
 * A task of an import, with the fields that it sets. A task with the same id is changed, and if `version` is given, merged with what was
 * changed here since. The times are those at the source.
 */
export type ImportedTask = Partial<Omit<NewTask, '_id'>> & {
  _id: string
  /** For people. Tasks are found by their ids. */
  number?: number
  version?: number
  createdAt?: string
  completedAt?: string
}

const exported = allFields.filter(([, { isSetBy }]) => isSetBy?.create)

/**
 * A task as a line of a file that is kept beside code: its id, number and version, and every field that an import can set, always in the same
 * order. It has no times that change by themselves.
 */
export function lineOf(task: Task): string {
  const values = exported.map(([name, field]) => [name, task[name] ?? leftOutAs(field)])
  return JSON.stringify({ _id: task._id, number: task.number, version: task.version, ...Object.fromEntries(values) })
}
