import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task, TaskChange } from '../../../contract/schemas/tasks.ts'
import type { Base } from '../../deck/change.ts'
import { deckNow, makeChange, withdrawChange } from '../../deck/current-deck.ts'
import type { Field } from '../../history/field-words.ts'
import { reportProblem } from '../../tasks/use-change.ts'
import { withdrawFailure } from '../../ui/alerts.tsx'
import { resolveConflict } from './conflict.tsx'
import { changedIn, merge, partOf } from './merge.ts'

type Form<F extends Field> = UseFormReturnType<Pick<Task, F>>

/** The fields of a task that the form has. */
const valuesIn = <F extends Field>(form: Form<F>, task: Task) => partOf(task, Object.keys(form.values) as F[])

const words = { failure: 'Error updating task', fallback: 'The task was not updated. Please try again.' }

/** A form that was saved, or waits for the server; `change` is null if nothing had to be changed. */
interface Saved {
  task: Task
  change: string | null
}

/**
 * Saves a form without overwriting changes that were made elsewhere. Changes of other fields are merged, also while the user is still
 * editing. If both have changed the same field, the user chooses.
 */
export function useSave<F extends Field>(task: Task, form: Form<F>, dateStyle: Preferences['dateStyle']) {
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  /** The task that the form was filled with. */
  const base = useRef(task)

  useEffect(() => {
    // A change that is being saved may still be refused. The form keeps it until then.
    if (saving.current || task === base.current) return
    const theirs = valuesIn(form, task)
    const { values, conflicts } = merge(valuesIn(form, base.current), form.getValues(), theirs)
    if (conflicts.length) return
    base.current = task
    form.setInitialValues(theirs)
    form.setValues(values)
  }, [task, form])

  async function saveAll(mine: Pick<Task, F>): Promise<Saved | undefined> {
    withdrawFailure(words.failure)
    let [known, values] = [base.current, mine]
    for (;;) {
      const changed = changedIn(valuesIn(form, known), values)
      if (!Object.keys(changed).length) return { task: known, change: null }
      const { id, outcome } = makeChange({ kind: 'update', task: task._id, values: changed }, baseOf(known, changed))
      const result = await outcome
      if (result.state !== 'problem') return { task: deckNow().byId.get(task._id) ?? task, change: id }
      // The form still has the values.
      await withdrawChange(id)
      const { problem } = result
      const theirs = problem.kind === 'conflict' ? problem.tasks[0]?.task : undefined
      if (!theirs) {
        reportProblem(problem, words)
        return undefined
      }
      const merged = merge(valuesIn(form, known), values, valuesIn(form, theirs))
      const fields = merged.conflicts
      const chosen = fields.length
        ? await resolveConflict({ fields, mine: merged.values, theirs: valuesIn(form, theirs), dateStyle })
        : merged.values
      if (!chosen) return undefined
      known = theirs
      values = chosen
    }
  }

  async function save(mine: Pick<Task, F>) {
    // A state would be too late: the screen shows the change in the same moment.
    saving.current = true
    setSaving(true)
    return saveAll(mine).finally(() => {
      saving.current = false
      setSaving(false)
    })
  }
  return { save, isSaving }
}

function baseOf(task: Task, changed: TaskChange): Record<string, Base> {
  const fields = Object.keys(changed) as Field[]
  const values = Object.fromEntries(fields.map((field) => [field, task[field]]))
  return task.version ? { [task._id]: { version: task.version, values } } : {}
}
