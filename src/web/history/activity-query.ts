import { infiniteQueryOptions } from '@tanstack/react-query'
import { historyCalls } from '../../contract/calls/history.ts'
import { call } from '../../contract/client.ts'
import type { ChangeMaker, EventKind } from '../../contract/history.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'

/** A change in the activity of all tasks. */
export type ListedChange = TaskEvent & { by: string; taskCount: number }

/** The activity of all tasks, newest first, page by page. */
export const activityQuery = (wanted: { by?: ChangeMaker; kind?: EventKind; via?: string }) =>
  infiniteQueryOptions({
    queryKey: [liveKey, 'activity', wanted],
    queryFn: ({ signal, pageParam }) =>
      call(
        historyCalls.changes,
        { query: { ...wanted, ...(pageParam === null ? {} : { before: String(pageParam) }) } },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
  })
