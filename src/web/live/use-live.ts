import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isTemporary } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { refreshAll } from './live-queries.ts'
import { openStream } from './stream.ts'

interface Options {
  isSignedIn: boolean
  /** Applies events to the cached queries. */
  apply: (client: QueryClient, events: TaskEvent[]) => void
  /** The server, or a proxy, refused the stream. */
  onRefused: () => void
}

/** Keeps the cached queries up to date with the live events of the signed-in user. */
export function useLive({ isSignedIn, ...handlers }: Options) {
  const client = useQueryClient()
  const apply = useEffectEvent(handlers.apply)
  const onRefused = useEffectEvent(handlers.onRefused)
  useEffect(() => {
    if (!isSignedIn) return
    let waiting: TaskEvent[] = []
    const flush = () => {
      apply(client, waiting)
      waiting = []
    }
    return openStream({
      // The events of one change arrive together, and are shown together.
      onChange: (event) => {
        if (!waiting.length) setTimeout(flush)
        waiting.push(event)
      },
      onReload: () => refreshAll(client),
      onOpen: () => {
        void client.refetchQueries({ predicate: ({ state }) => isTemporary(state.error) })
      },
      onRefused: () => onRefused(),
    })
  }, [client, isSignedIn])
}
