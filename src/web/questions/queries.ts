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

/** Questions that a browser loads. A user with more answers the newer ones first. */
export const maxQuestions = 1_000

function kept(asked: Asked[]): Asked[] {
  keepOffline(keptName, asked)
  return asked
}

/** Loads the open questions page by page, newest first, up to the limit. */
async function load(signal: AbortSignal): Promise<Asked[]> {
  const asked: Asked[] = []
  for (let before: string | null | undefined; before !== null && asked.length < maxQuestions; ) {
    const query = { limit: String(questionLimits.maxPage), ...(before && { before }) }
    const page = await call(questionCalls.list, { query }, { signal })
    asked.push(...page.questions.map(({ task, ...note }) => ({ ...note, taskId: task._id })))
    before = page.nextBefore
  }
  return asked
}

/** The open questions of all tasks. Without the server, those of the last visit. */
export const questionsQuery = queryOptions({
  queryKey: [liveKey, 'questions'],
  queryFn: async ({ signal }): Promise<Asked[]> => {
    try {
      return kept(await load(signal))
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
