import { useEffect, useRef } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import type { Field } from '../../contract/words/field-words.ts'
import type { Intent, Wish } from '../deck/change.ts'
import { basesOf } from '../deck/change-base.ts'
import { deckNow, makeChange, withdrawChange } from '../deck/current-deck.ts'
import { resolved } from '../deck/resolve.ts'
import { reportProblem } from '../tasks/use-change.ts'
import { withdrawFailure } from '../ui/alerts.tsx'
import { chooseSides } from '../waiting/choose-sides.tsx'
import { textsIn } from '../waiting/refused-text.ts'
import { changedIn, partOf } from './merge.ts'

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
  /**
   * If the same field was changed elsewhere, the user is asked at once; or later, because the form keeps the value; or the
   * value stays among the waiting changes, because the form is closed.
   */
  onConflict?: 'ask' | 'ask later' | 'keep'
}

/**
 * The values were not saved. Nothing else is to be done about a withdrawn change, because an earlier one of the same fields contains its values,
 * and about one that is kept among the waiting changes.
 */
export type NotSaved = 'conflict' | 'refused' | 'withdrawn' | 'kept'

/**
 * Saves values of a task without overwriting changes that were made elsewhere. Changes of other fields are merged. If both have changed the
 * same field, the user chooses. The change is made before the first await, so that it is stored even if the page is closed.
 */
export async function saveEdit<F extends Field>(edit: Edit<F>): Promise<Saved | NotSaved> {
  const { base, values: mine, dateStyle, signal, onConflict = 'ask' } = edit
  withdrawFailure(words.failure)
  const changed = changedIn(partOf(base, Object.keys(mine) as F[]), mine)
  if (!Object.keys(changed).length) return { task: base, change: null, isWaiting: false }
  const intent: Intent = { kind: 'update', task: base._id, values: changed }
  let wish: Wish | undefined = { intent, base: basesOf(intent, new Map([[base._id, base]]), deckNow().changes) }
  for (;;) {
    const { id, outcome } = makeChange(wish.intent, wish.base)
    const result = await outcome
    // It has become part of an earlier change of the same fields, about which the user is asked.
    if (result.state === 'withdrawn') return 'withdrawn'
    if (result.state !== 'problem') {
      const task = deckNow().byId.get(base._id) ?? base
      return { task, change: id, isWaiting: result.state === 'waiting' }
    }
    // Later edits of the same fields may have become part of it.
    const refused = deckNow().changes.find((change) => change.id === id)
    const { problem } = result
    // The page of a task that no longer exists is closed, and the form with it. The text stays among the waiting changes.
    const isGone = problem.kind === 'gone' && refused && textsIn(refused).length
    const isLeft = onConflict === 'keep' || (onConflict === 'ask later' && signal.aborted)
    if (isGone || isLeft) {
      reportProblem(problem, words)
      return isLeft && problem.kind === 'conflict' ? 'kept' : 'refused'
    }
    // The form still has the values.
    await withdrawChange(id)
    const [conflict] = problem.kind === 'conflict' ? problem.tasks : []
    if (!refused || !conflict) {
      reportProblem(problem, words)
      return 'refused'
    }
    if (onConflict === 'ask later') return 'conflict'
    const sideOf = await chooseSides(refused, dateStyle, signal)
    if (!sideOf) {
      // The page was left with the question, and its form: the text is asked about among the waiting changes.
      if (!signal.aborted || !textsIn(refused).length) return 'conflict'
      makeChange(wish.intent, wish.base)
      return 'kept'
    }
    wish = resolved(refused, sideOf)[0]
    if (!wish) return { task: conflict.task, change: null, isWaiting: false }
  }
}

/** Saves values, and asks about conflicts. Resolves to undefined if the server has refused the values, or if the user has not chosen. */
export async function saveValues<F extends Field>(edit: Omit<Edit<F>, 'onConflict'>): Promise<Saved | undefined> {
  const result = await saveEdit(edit)
  return typeof result === 'string' ? undefined : result
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
