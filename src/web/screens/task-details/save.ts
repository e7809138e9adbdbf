import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { CallError } from '../../../contract/client.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Field } from '../../history/field-words.ts'
import { useUpdateTask } from '../../tasks/queries.ts'
import { resolveConflict } from './conflict.tsx'
import { changedIn, merge, partOf } from './merge.ts'

type Form<F extends Field> = UseFormReturnType<Pick<Task, F>>

/** The fields of a task that the form has. */
const valuesIn = <F extends Field>(form: Form<F>, task: Task) => partOf(task, Object.keys(form.values) as F[])

/**
 * Saves a form without overwriting changes that were made elsewhere. Changes of other fields are merged, also while the user is still
 * editing. If both have changed the same field, the user chooses.
 */
export function useSave<F extends Field>(task: Task, form: Form<F>, dateStyle: Preferences['dateStyle']) {
  const update = useUpdateTask(task)
  /** The task that the form was filled with. */
  const base = useRef(task)

  useEffect(() => {
    if (task.version <= base.current.version) return
    const theirs = valuesIn(form, task)
    const { values, conflicts } = merge(valuesIn(form, base.current), form.getValues(), theirs)
    if (conflicts.length) return
    base.current = task
    form.setInitialValues(theirs)
    form.setValues(values)
  }, [task, form])

  async function save(mine: Pick<Task, F>) {
    let [known, values] = [base.current, mine]
    for (;;) {
      try {
        const changed = changedIn(valuesIn(form, known), values)
        // If the user has changed nothing, the server confirms the values that are on the screen.
        const isSame = Object.keys(changed).length === 0
        return await update.mutateAsync({ values: isSame ? values : changed, version: known.version })
      } catch (error) {
        const theirs = changedMeanwhile(error)
        if (!theirs) throw error
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
  }
  return { save, isSaving: update.isPending }
}

/** The current task, if the server refused the update because it had changed. */
function changedMeanwhile(error: unknown): Task | undefined {
  if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') return undefined
  return (error.body as { task?: Task }).task
}
