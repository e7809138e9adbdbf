import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CallError, call } from '../../contract/client.ts'
import { historyCalls, nothingTo } from '../../contract/history.ts'
import { alertDone, alertNote, withdrawFailure, withdrawOffers } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { refreshUnlessLive } from './cache.ts'

const atTheEnd = [nothingTo('undo'), nothingTo('redo')]

type Answer = { message: string; change: number | null }

/** Taking changes back, and back again. */
export function useUndo() {
  const client = useQueryClient()
  return useMemo(() => {
    async function send(ask: () => Promise<Answer>, opposite: string) {
      withdrawOffers()
      withdrawFailure('Error undoing')
      try {
        const { message, change } = await ask()
        offer(message, change, opposite)
      } catch (error) {
        if (error instanceof CallError && atTheEnd.includes(error.message)) alertNote(error.message)
        else reportFailure('Error undoing', error, 'Nothing was undone. Please try again.')
      }
      refreshUnlessLive(client)
    }
    const takeBack = (change: number, opposite: string) =>
      send(() => call(historyCalls.undo, { body: { change } }), opposite)
    const offer = (message: string, change: number | null, label: string) =>
      alertDone(
        message,
        change === null ? undefined : { label, run: () => takeBack(change, label === 'Undo' ? 'Redo' : 'Undo') },
      )
    return {
      /** Says that a change was made, and offers to undo it. */
      offer: (message: string, change: number | null) => offer(message, change, 'Undo'),
      undoLast: () => send(() => call(historyCalls.undo, { body: {} }), 'Redo'),
      redoLast: () => send(() => call(historyCalls.redo), 'Undo'),
    }
  }, [client])
}
