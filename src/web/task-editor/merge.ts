import type { Task } from '../../contract/schemas/tasks.ts'
import { isSameValue, taskFields } from '../../contract/task-fields.ts'
import type { Field } from '../../contract/words/field-words.ts'
import { mergeInto } from '../deck/apply-change.ts'

/** Some fields of a task as values of a form: a day has no time. */
export function partOf<F extends Field>(task: Task, fields: readonly F[]): Pick<Task, F> {
  const formValue = (field: F) => {
    const value: Task[F] = task[field]
    return taskFields[field].kind === 'day' && typeof value === 'string' ? value.slice(0, 10) : value
  }
  return Object.fromEntries(fields.map((field) => [field, formValue(field)])) as Pick<Task, F>
}

/** The fields that the user has changed, with their new values. */
export function changedIn<F extends Field>(base: Pick<Task, F>, mine: Pick<Task, F>): Partial<Pick<Task, F>> {
  const fields = Object.keys(base) as F[]
  const changed = fields.filter((field) => !isSameValue(mine[field], base[field]))
  return Object.fromEntries(changed.map((field) => [field, mine[field]])) as Partial<Pick<Task, F>>
}

/** Merges the changes of two editors, like the server does. A conflicting field keeps my value. */
export function merge<F extends Field>(base: Pick<Task, F>, mine: Pick<Task, F>, theirs: Pick<Task, F>) {
  const wanted = changedIn(base, mine)
  const { values, conflicts } = mergeInto(theirs, wanted, { values: base })
  return { values: { ...theirs, ...wanted, ...values }, conflicts: conflicts as F[] }
}
