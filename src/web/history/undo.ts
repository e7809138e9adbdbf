import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../contract/client.ts'
import { historyCalls, nothingTo } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import { sessionQuery } from '../accounts/session.ts'
import { refreshUnlessLive } from '../live/live-queries.ts'
import { alertDone, alertNote, withdrawFailure, withdrawOffers } from '../ui/alerts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { reportFailure } from '../ui/failed.ts'
import { formatTime } from '../ui/format-day.ts'
import { timeAgo } from '../ui/time-ago.ts'
import { describeStep } from './event-words.ts'
import { visitMs } from './visit.ts'

type Direction = 'undo' | 'redo'

const labels = { undo: 'Undo', redo: 'Redo' } as const
const done = { undo: 'Undid', redo: 'Redid' } as const
const opposite = { undo: 'redo', redo: 'undo' } as const

/** Runs steps one after another, because each depends on the one before. */
let last: Promise<unknown> = Promise.resolve()
function inOrder(work: () => Promise<unknown>) {
  last = last.then(work)
}

const dateStyleIn = (client: QueryClient) =>
  client.getQueryData(sessionQuery.queryKey)?.preferences.dateStyle ?? 'month-first'

/** Undo and redo, and alerts that offer them. */
export function useUndo() {
  const client = useQueryClient()
  return useMemo(() => {
    async function attempt(work: () => Promise<unknown>) {
      withdrawOffers()
      withdrawFailure('Error undoing')
      try {
        await work()
      } catch (error) {
        reportFailure('Error undoing', error, 'Nothing was undone. Please try again.')
      }
      refreshUnlessLive(client)
    }
    async function revert(change: number, direction: Direction) {
      const answer = await call(historyCalls.undo, { body: { change } })
      const words = describeStep(answer.step, dateStyleIn(client))
      offer(`${done[direction]}: ${words}.`, answer.change, opposite[direction])
    }
    async function step(direction: Direction) {
      const next = (await call(historyCalls.steps))[direction]
      if (!next) return alertNote(nothingTo(direction))
      if (next.ageMs < visitMs() || (await isWanted(next, direction))) await revert(next.change, direction)
    }
    /** Asks for confirmation before reverting a change from an earlier visit. */
    const isWanted = (next: Step, direction: Direction) => {
      const style = dateStyleIn(client)
      return confirm({
        question: `${labels[direction]} a change from before this visit?`,
        detail: `${describeStep(next, style)}. You made this change ${timeAgo(next.at)} (${formatTime(next.at, style)}).`,
        action: labels[direction],
      })
    }
    const offer = (message: string, change: number | null, direction: Direction) =>
      alertDone(
        message,
        change === null
          ? undefined
          : { label: labels[direction], run: () => inOrder(() => attempt(() => revert(change, direction))) },
      )
    return {
      /** Reports a change and offers to undo it. */
      offer: (message: string, change: number | null) => offer(message, change, 'undo'),
      undoLast: () => inOrder(() => attempt(() => step('undo'))),
      redoLast: () => inOrder(() => attempt(() => step('redo'))),
    }
  }, [client])
}
