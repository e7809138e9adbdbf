import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { isSameValue } from '../../contract/task-fields.ts'
import type { Field } from '../../contract/words/field-words.ts'
import type { Intent, Wish } from '../deck/change.ts'
import { basesOf } from '../deck/change-base.ts'
import { deckNow, makeChange, withdrawChange } from '../deck/current-deck.ts'
import { resolved } from '../deck/resolve.ts'
import { reportProblem } from '../tasks/use-change.ts'
import { withdrawFailure } from '../ui/alerts.tsx'
import type { Form } from '../ui/use-form.ts'
import { chooseSides } from '../waiting/choose-sides.tsx'
import { textsIn } from '../waiting/refused-text.ts'
import { changedIn, merge, partOf } from './merge.ts'

const words = { failure: 'Error updating task', fallback: 'The task was not updated. Please try again.' }

/** Values that were saved, or wait for the server; `change` is null if nothing had to be changed. */
export interface Saved {
  task: Task
  change: string | null
  isWaiting: boolean
}

interface Edit<F extends Field> {
  /** The task that the values are based on. */
  base: Task
  values: Pick<Task, F>
  dateStyle: Preferences['dateStyle']
  /** Closes the question about a conflict. */
  signal: AbortSignal
}

/**
 * Saves values of a task without overwriting changes that were made elsewhere. Changes of other fields are merged. If both have changed the
 * same field, the user chooses. Resolves to undefined if the server has refused the values, or if the user has not chosen.
 */
export async function saveValues<F extends Field>({ base, values: mine, dateStyle, signal }: Edit<F>) {
  withdrawFailure(words.failure)
  const changed = changedIn(partOf(base, Object.keys(mine) as F[]), mine)
  if (!Object.keys(changed).length) return { task: base, change: null, isWaiting: false } satisfies Saved
  const intent: Intent = { kind: 'update', task: base._id, values: changed }
  let wish: Wish | undefined = { intent, base: basesOf(intent, new Map([[base._id, base]]), deckNow().changes) }
  for (;;) {
    const { id, outcome } = makeChange(wish.intent, wish.base)
    const result = await outcome
    // It has become part of an earlier change of the same fields, about which the user is asked.
    if (result.state === 'withdrawn') return undefined
    if (result.state !== 'problem') {
      const task = deckNow().byId.get(base._id) ?? base
      return { task, change: id, isWaiting: result.state === 'waiting' } satisfies Saved
    }
    // Later edits of the same fields may have become part of it.
    const refused = deckNow().changes.find((change) => change.id === id)
    const { problem } = result
    // The page of a task that no longer exists is closed, and the form with it. The text stays among the waiting changes.
    if (problem.kind === 'gone' && refused && textsIn(refused).length) {
      reportProblem(problem, words)
      return undefined
    }
    // The form still has the values.
    await withdrawChange(id)
    const [conflict] = problem.kind === 'conflict' ? problem.tasks : []
    if (!refused || !conflict) {
      reportProblem(problem, words)
      return undefined
    }
    const { task, fields } = conflict
    const sides = await chooseSides({ change: refused, task, fields: fields as Field[], dateStyle }, signal)
    if (!sides) return undefined
    wish = resolved(refused, 'wanted', sides)[0]
    if (!wish) return { task, change: null, isWaiting: false } satisfies Saved
  }
}

/** A signal that is aborted when the page is left. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef(new AbortController())
  useEffect(() => {
    leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  return () => leaving.current.signal
}

interface FormSave<F extends Field> {
  task: Task
  /** The task that the form was filled with. */
  base: RefObject<Task>
  form: Pick<Form<Pick<Task, F>>, 'current' | 'setAll'>
  dateStyle: Preferences['dateStyle']
}

/** Saves a form. Until then, changes of its fields that are made elsewhere are merged into it. */
export function useSave<F extends Field>({ task, base, form, dateStyle }: FormSave<F>) {
  const [isSaving, setSaving] = useState(false)
  const saving = useRef(false)
  const leaving = useLeaving()

  useEffect(() => {
    // A change that is being saved may still be refused. The form keeps it until then.
    if (saving.current || task === base.current) return
    const fields = Object.keys(form.current()) as F[]
    const theirs = partOf(task, fields)
    const mine = form.current()
    const { values, conflicts } = merge(partOf(base.current, fields), mine, theirs)
    // A text that the user is typing is merged when it is saved, so that the cursor does not move.
    const isTyped = (field: F) =>
      !isSameValue(mine[field], base.current[field]) && !isSameValue(mine[field], values[field])
    if (conflicts.length || fields.some(isTyped)) return
    base.current = task
    form.setAll(values)
  }, [task, base, form])

  async function save(values: Pick<Task, F>): Promise<Saved | undefined> {
    // A state would be too late: the screen shows the change in the same moment.
    saving.current = true
    setSaving(true)
    return saveValues({ base: base.current, values, dateStyle, signal: leaving() }).finally(() => {
      saving.current = false
      setSaving(false)
    })
  }
  return { save, isSaving }
}
