import { type Criterion, type GivenCriterion, repeatedCriterion, withKnownIds } from '../../contract/done-when.ts'
import { AppError } from '../../contract/errors.ts'
import { problemOfDates, type Repeat } from '../../contract/repeat.ts'
import { cleanRepeat } from '../../contract/repeat-check.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { newValues } from '../../contract/task-changes.ts'
import { isSameValue, type TaskValues } from '../../contract/task-fields.ts'
import { columnsOf } from './fields.ts'
import type { NewRow } from './task-writes.ts'

/** The row of a new task. */
export function newRow(id: string, task: NewTask, now: string): NewRow {
  checkCriteria(task)
  const values = newValues(withCleanRepeat(task), now)
  checkRepeats(values)
  return rowOf(id, values, now)
}

/** Fails with `invalid_input` if a task gets a repetition that never comes again. One that it has already stays. */
export function checkRepeats(
  { dueDate, repeat }: Pick<TaskValues, 'dueDate' | 'repeat'>,
  before?: Pick<TaskValues, 'repeat'>,
): void {
  if (!repeat || isSameValue(repeat, before?.repeat)) return
  const problem = problemOfDates(repeat, dueDate?.slice(0, 10))
  if (problem) throw new AppError('invalid_input', `repeat.rule is not possible: ${problem}`)
}

/** Fails with `invalid_input` if two criteria have the same id. */
export function checkCriteria({ doneWhen = [] }: { doneWhen?: GivenCriterion[] }): void {
  const id = repeatedCriterion(doneWhen)
  if (id !== undefined)
    throw new AppError('invalid_input', `doneWhen has two criteria with the id ${id}. Leave the id of a new one out.`)
}

/** Values whose criteria have the ids of those of the task, if they are the same ones. */
export function withKnownCriteria<T extends { doneWhen?: Criterion[] }>(
  values: T,
  { doneWhen = [] }: Pick<TaskValues, 'doneWhen'>,
): T {
  return values.doneWhen ? { ...values, doneWhen: withKnownIds(values.doneWhen, doneWhen) as Criterion[] } : values
}

/** Values with their repetition as it is stored. Fails with `invalid_input` if its rule is not supported. */
export function withCleanRepeat<T extends { repeat?: Repeat | null }>(values: T): T {
  return values.repeat ? { ...values, repeat: cleanRepeat(values.repeat) } : values
}

/** The row of a task with all of these values. */
export function rowOf(id: string, values: Partial<TaskValues>, now: string): NewRow {
  return { id, created_at: now, updated_at: now, ...columnsOf(values) } as NewRow
}
