import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { historyCalls } from '../../contract/calls/history.ts'
import { call } from '../../contract/client.ts'
import { formatTime } from '../../contract/format-day.ts'
import { nothingTo } from '../../contract/history.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { sessionQuery } from '../accounts/session.ts'
import type { Intent } from '../deck/change.ts'
import { deckNow, loggedAs, makeChange, recentChanges, withdrawChange } from '../deck/current-deck.ts'
import { isLive } from '../live/state.ts'
import { type AlertAction, alertDone, alertFailed, alertNote, withdrawFailure, withdrawOffers } from '../ui/alerts.tsx'
import { createUserCell } from '../ui/client-state.ts'
import { confirm } from '../ui/confirm.tsx'
import { reportFailure } from '../ui/failed.ts'
import { loadStepWords, stepInWords } from './step-words.ts'
import { changeWords, loggedWords, newestChange, nextTarget, type StepWords, type Target } from './undo-target.ts'
import { visitMs } from './visit.ts'

type Direction = 'undo' | 'redo'

const labels = { undo: 'Undo', redo: 'Redo' } as const
const done = { undo: 'Undid', redo: 'Redid' } as const
const opposite = { undo: 'redo', redo: 'undo' } as const
const failure = 'Error undoing'

/** The target of an offer: a change in the log, one of this browser, or one that was taken back before it was sent. */
type Revertible = number | string | Intent

/** Runs steps one after another, because each depends on the one before. */
let last: Promise<unknown> = Promise.resolve()
function inOrder(work: () => Promise<unknown>) {
  last = last.then(work)
}

interface TakenBack {
  id: string
  intent: Intent
  /** The newest other change then. */
  newest: number | string | undefined
}

/** Changes that were undone before they were sent. A redo makes the last one again, if there is no newer change. */
const takenBack = createUserCell<TakenBack[]>([])

const dateStyleIn = (client: QueryClient) =>
  client.getQueryData(sessionQuery.queryKey)?.preferences.dateStyle ?? 'month-first'

/** Undo and redo, and alerts that offer them. */
export function useUndo() {
  const client = useQueryClient()
  return useMemo(() => {
    async function attempt(work: () => Promise<unknown>) {
      withdrawOffers()
      withdrawFailure(failure)
      try {
        await loadStepWords()
        await work()
      } catch (error) {
        reportFailure(failure, error, 'Nothing was undone. Please try again.')
      }
    }

    async function revert(of: Revertible, direction: Direction, known?: StepWords) {
      if (typeof of === 'object') return makeAgain(of, direction)
      const { changes, byId } = deckNow()
      const change = changes.find(({ id }) => id === of)
      const logged = recentChanges().find((other) => other.change === (typeof of === 'number' ? of : loggedAs(of)))
      const words = known ?? (change ? changeWords(change, byId) : logged && loggedWords(logged, byId))
      const said = () => `${done[direction]}: ${stepInWords(words, dateStyleIn(client))}.`
      if (change && !change.sent && (await withdrawChange(change.id))) {
        const newest = newestChange(deckNow(), recentChanges())
        takenBack.update((list) => [...list, { id: change.id, intent: change.intent, newest }])
        return offer(said(), change.intent, opposite[direction])
      }
      const number = typeof of === 'number' ? of : (change?.done?.change ?? loggedAs(of))
      if (number === null) return alertNote(nothingTo(direction))
      const effects = change?.inverse ?? logged?.inverse ?? []
      await undoAs({ kind: 'undo', of: number ?? of, effects }, said(), direction)
    }

    async function undoAs(intent: Intent, message: string, direction: Direction) {
      const { id, outcome } = makeChange(intent)
      const result = await outcome
      if (result.state === 'problem') {
        console.error(failure, result.problem.message)
        alertFailed(result.problem.message || 'Nothing was undone. Please try again.', failure)
        await withdrawChange(id)
      } else if (result.state === 'done' || result.state === 'waiting') offer(message, id, opposite[direction])
    }

    async function makeAgain(intent: Intent, direction: Direction, former?: string) {
      const { id } = makeChange(intent)
      // The next redo continues after this one.
      takenBack.update((list) =>
        list
          .filter((entry) => entry.intent !== intent)
          .map((entry) => (entry.newest === former ? { ...entry, newest: id } : entry)),
      )
      const { changes, byId } = deckNow()
      const change = changes.find((other) => other.id === id)
      const words = stepInWords(change && changeWords(change, byId), dateStyleIn(client))
      offer(`${done[direction]}: ${words}.`, id, opposite[direction])
    }

    async function step(direction: Direction) {
      const again = direction === 'redo' ? takenBack.get().at(-1) : undefined
      if (again && again.newest === newestChange(deckNow(), recentChanges()))
        return makeAgain(again.intent, 'redo', again.id)
      const target = nextTarget(direction, deckNow(), recentChanges()) ?? (await olderTarget(direction))
      if (!target) return alertNote(nothingTo(direction))
      if (target.ageMs < visitMs() || (await isWanted(target, direction)))
        await revert(target.of, direction, target.words)
    }
    /** A change that only the server knows, because it is older than what this browser has seen of the log. */
    async function olderTarget(direction: Direction): Promise<Target | undefined> {
      if (deckNow().changes.some(({ problem }) => !problem)) return undefined
      const steps = await call(historyCalls.steps).catch((error) => {
        if (isLive()) throw error
        // Without the server, older changes cannot be undone.
        return undefined
      })
      const next = steps?.[direction]
      return next ? { of: next.change, words: next, at: next.at, ageMs: next.ageMs } : undefined
    }
    /** Asks for confirmation before reverting a change from an earlier visit. */
    const isWanted = ({ words, at }: Target, direction: Direction) => {
      const style = dateStyleIn(client)
      return confirm({
        question: `${labels[direction]} a change from before this visit?`,
        detail: `${stepInWords(words, style)}. You made this change ${timeAgo(at)} (${formatTime(at, style)}).`,
        action: labels[direction],
      })
    }
    const offer = (message: string, of: Revertible | null, direction: Direction, further?: AlertAction) => {
      void loadStepWords()
      const run = (target: Revertible) => () => inOrder(() => attempt(() => revert(target, direction)))
      alertDone(
        message,
        ...(of === null ? [] : [{ label: labels[direction], run: run(of) }]),
        ...(further ? [further] : []),
      )
    }
    return {
      /**
       * Reports a change and offers to undo it: by its number in the log, or by the id that this browser gave it. May offer a further
       * action.
       */
      offer: (message: string, of: number | string | null, further?: AlertAction) =>
        offer(message, of, 'undo', further),
      /** Undoes a change in the log, which these words describe. */
      undoChange: (change: number, words: StepWords) => inOrder(() => attempt(() => revert(change, 'undo', words))),
      undoLast: () => inOrder(() => attempt(() => step('undo'))),
      redoLast: () => inOrder(() => attempt(() => step('redo'))),
    }
  }, [client])
}
