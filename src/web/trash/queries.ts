import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { trashCalls } from '../../contract/calls/trash.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { reloadDeck } from '../deck/current-deck.ts'
import { useUndo } from '../history/undo.ts'
import { liveKey, refreshUnlessLive } from '../live/live-queries.ts'
import { isLive } from '../live/state.ts'
import { reportFailure } from '../ui/failed.ts'

export const trashQuery = queryOptions({
  queryKey: [liveKey, 'trash'],
  queryFn: ({ signal }) => call(trashCalls.list, {}, { signal }),
})

/** Fetches the trash again after events that may have changed it. */
export function applyToTrash(client: QueryClient, events: TaskEvent[]) {
  if (events.some(({ kind }) => kind !== 'updated')) void client.invalidateQueries({ queryKey: trashQuery.queryKey })
}

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
