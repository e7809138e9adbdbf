import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { gitCalls } from '../../contract/calls/git.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { liveKey } from '../live/live-queries.ts'

/** The commits, branches and change requests that name a task, newest first. */
export const referencesQuery = (taskId: string) =>
  queryOptions({
    queryKey: [liveKey, 'git', taskId],
    queryFn: async ({ signal }) => (await call(gitCalls.ofTask, { params: { id: taskId } }, { signal })).references,
  })

/** Fetches the references of tasks again that have new ones, or that were restored with theirs. */
export function applyToReferences(client: QueryClient, events: TaskEvent[]) {
  const changed = events.filter(({ kind }) => kind === 'referenced' || kind === 'restored')
  for (const id of new Set(changed.map(({ task }) => task))) {
    void client.invalidateQueries({ queryKey: referencesQuery(id).queryKey })
  }
}
