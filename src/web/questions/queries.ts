import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { questionCalls } from '../../contract/calls/questions.ts'
import { CallError, call, isTemporary } from '../../contract/client.ts'
import { questionLimits } from '../../contract/questions.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { keepOffline, keptOffline } from '../deck/current-deck.ts'
import { liveKey } from '../live/live-queries.ts'

/** An open question, and the task that it is about. */
export type Asked = Note & { taskId: string }

const keptName = 'questions'

function kept(asked: Asked[]): Asked[] {
  keepOffline(keptName, asked)
  return asked
}

/** The open questions of all tasks. Without the server, those of the last visit. */
export const questionsQuery = queryOptions({
  queryKey: [liveKey, 'questions'],
  queryFn: async ({ signal }): Promise<Asked[]> => {
    try {
      const query = { limit: String(questionLimits.maxPage) }
      const { questions } = await call(questionCalls.list, { query }, { signal })
      return kept(questions.map(({ task, ...note }) => ({ ...note, taskId: task._id })))
    } catch (error) {
      const stored = error instanceof CallError && isTemporary(error) ? await keptOffline<Asked[]>(keptName) : undefined
      if (stored) return stored
      throw error
    }
  },
  meta: { applyEvents: (client, events) => applyToQuestions(client, events) },
})

/** Applies live events to the loaded questions. Those of a task that comes back are not in the event, so they are fetched again. */
function applyToQuestions(client: QueryClient, events: TaskEvent[]) {
  const { queryKey } = questionsQuery
  for (const { kind, task: taskId, before, after } of events) {
    const note = after?.note ?? before?.note
    const isBack = kind === 'restored' || (kind === 'updated' && before?.status === 'Completed')
    if (isBack || client.isFetching({ queryKey })) void client.invalidateQueries({ queryKey })
    if (kind !== 'noted' || !note?.question) continue
    client.setQueryData(queryKey, (asked) => {
      const others = asked?.filter(({ _id }) => _id !== note._id)
      return others && kept(after?.note ? [{ ...after.note, taskId }, ...others] : others)
    })
  }
}
