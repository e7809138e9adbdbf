import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../contract/client.ts'
import { historyCalls } from '../../contract/history.ts'
import { alertDone, withdrawOffers } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { refreshUnlessLive } from './cache.ts'

type Answer = { message: string; change: number | null }

/** Taking changes back, and back again. */
export function useUndo() {
  const client = useQueryClient()
  return useMemo(() => {
    async function send(ask: () => Promise<Answer>, opposite: string) {
      withdrawOffers()
      try {
        const { message, change } = await ask()
        offer(message, change, opposite)
      } catch (error) {
        reportFailure('Error undoing', error, 'Nothing was undone. Please try again.')
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
