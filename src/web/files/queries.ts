import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { taskCalls } from '../../contract/calls/tasks.ts'
import { call } from '../../contract/client.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import { isAboutFile } from '../history/event-kinds.ts'
import { liveKey } from '../live/live-queries.ts'

/** The files of a task. */
export const filesQuery = (taskId: string) =>
  queryOptions({
    queryKey: [liveKey, 'files', taskId],
    queryFn: async ({ signal }) => (await call(taskCalls.find, { params: { id: taskId } }, { signal })).files,
  })

/** Fetches the files of tasks again whose files have changed, or that were added or restored. */
export function applyToFiles(client: QueryClient, events: TaskEvent[]) {
  const changed = events.filter((event) => isAboutFile(event) || event.kind === 'created' || event.kind === 'restored')
  for (const id of new Set(changed.map(({ task }) => task))) {
    void client.invalidateQueries({ queryKey: filesQuery(id).queryKey })
  }
}
