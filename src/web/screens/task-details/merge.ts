import { mergeFields } from '../../../contract/merge.ts'
import {
  bothTexts,
  decidedText,
  hasLines,
  linesOfSide,
  type Side,
  textSections,
} from '../../../contract/merge-decision.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { isSameValue, taskFields } from '../../../contract/task-fields.ts'
import type { Field } from '../../../contract/words/field-words.ts'

/** Some fields of a task as values of a form: a day has no time. */
export function partOf<F extends Field>(task: Task, fields: readonly F[]): Pick<Task, F> {
  const formValue = (field: F) => {
    const value: Task[F] = task[field]
    return taskFields[field].kind === 'day' && typeof value === 'string' ? value.slice(0, 10) : value
  }
  return Object.fromEntries(fields.map((field) => [field, formValue(field)])) as Pick<Task, F>
}

/** The fields of the form beside the task. */
export type Values = Pick<Task, 'status' | 'priority' | 'dueDate' | 'labels'>

export const valuesOf = (task: Task): Values => partOf(task, ['status', 'priority', 'dueDate', 'labels'])

/** The fields that the user has changed, with their new values. */
export function changedIn<F extends Field>(base: Pick<Task, F>, mine: Pick<Task, F>): Partial<Pick<Task, F>> {
  const fields = Object.keys(base) as F[]
  const changed = fields.filter((field) => !isSameValue(mine[field], base[field]))
  return Object.fromEntries(changed.map((field) => [field, mine[field]])) as Partial<Pick<Task, F>>
}

/** Merges the changes of two editors, like the server does. A conflicting field keeps my value. */
export function merge<F extends Field>(base: Pick<Task, F>, mine: Pick<Task, F>, theirs: Pick<Task, F>) {
  const wanted = changedIn(base, mine)
  const { values, conflicts } = mergeFields({ base, current: theirs, wanted })
  return { values: { ...theirs, ...wanted, ...values }, conflicts: conflicts as F[] }
}

/** The values of two editors, and those that both began with. */
export interface Versions<F extends Field> {
  base: Pick<Task, F>
  mine: Pick<Task, F>
  theirs: Pick<Task, F>
}

/**
 * A value that the user can choose, and of a text the lines between which the choice is. All other lines of both sides stand. Undefined if
 * both values cannot be kept.
 */
export function choiceFor<F extends Field>(field: F, { base, mine, theirs }: Versions<F>, side: Side) {
  const texts = { base: String(base[field]), current: String(theirs[field]), wanted: String(mine[field]) }
  const both = side === 'both' ? bothTexts(field, texts) : undefined
  if (side === 'both' && both === undefined) return undefined
  if (!hasLines(field)) {
    const value = side === 'current' ? theirs[field] : mine[field]
    return { value: both === undefined ? value : (both as Task[F]), lines: undefined }
  }
  const parts = textSections(field, texts)
  const lines = parts.flatMap((part) => ('lines' in part ? [] : linesOfSide(part, side)))
  return { value: decidedText(parts, side) as Task[F], lines }
}
