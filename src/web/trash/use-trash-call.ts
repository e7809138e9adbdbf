import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reloadDeck } from '../deck/current-deck.ts'
import { useUndo } from '../history/undo.ts'
import { refreshUnlessLive } from '../live/live-queries.ts'
import { isLive } from '../live/state.ts'
import { reportFailure } from '../ui/failed.ts'
import { trashQuery } from './queries.ts'

interface TrashCall {
  send: () => Promise<{ message: string; change?: number | null }>
  /** The message of a success: names the task or file. */
  message: string
}

/** Restores or deletes something in the trash, says so, and offers to undo it where that is possible. */
export function useTrashCall({ send, message }: TrashCall) {
  const client = useQueryClient()
  const undo = useUndo()
  return useMutation({
    mutationFn: send,
    meta: { failure: 'Trash error' },
    onSuccess: ({ change = null }) => undo.offer(message, change),
    onError: (error) => reportFailure('Trash error', error),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: trashQuery.queryKey })
      refreshUnlessLive(client)
      if (!isLive()) void reloadDeck()
    },
  })
}
