import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { noteCalls } from '../../contract/calls/notes.ts'
import { CallError, call, isTemporary } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'
import type { TaskEvent } from '../../contract/schemas/history.ts'
import type { Note } from '../../contract/schemas/notes.ts'
import { keepOffline, keptOffline } from '../deck/current-deck.ts'
import { liveKey } from '../live/live-queries.ts'

type NotesPage = Output<typeof noteCalls.ofTask>

const keptName = (taskId: string) => `notes ${taskId}`

/** The notes of a task, newest first, page by page. Without the server, those of the last visit. */
export const notesQuery = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: [liveKey, 'notes', taskId],
    queryFn: async ({ signal, pageParam }) => {
      const query = pageParam === null ? {} : { before: String(pageParam) }
      try {
        const page = await call(noteCalls.ofTask, { params: { id: taskId }, query }, { signal })
        if (pageParam === null) keepOffline(keptName(taskId), page)
        return page
      } catch (error) {
        const isFirst = pageParam === null && error instanceof CallError && isTemporary(error)
        const kept = isFirst ? await keptOffline<NotesPage>(keptName(taskId)) : undefined
        if (kept) return kept
        throw error
      }
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ nextBefore }) => nextBefore,
    meta: { applyEvents: (client, events) => applyToNotes(client, taskId, events) },
  })

/**
 * Applies live events to the loaded thread of a task. It is not fetched again, because it may have many pages: only while it is fetched,
 * since the answer may not contain the note yet.
 */
function applyToNotes(client: QueryClient, taskId: string, events: TaskEvent[]) {
  const { queryKey } = notesQuery(taskId)
  for (const { kind, task, before, after } of events) {
    if (task !== taskId || (kind !== 'noted' && kind !== 'restored')) continue
    if (kind === 'restored' || client.isFetching({ queryKey })) void client.invalidateQueries({ queryKey })
    const data = client.setQueryData(queryKey, (pages) => pages && withNote(pages, before?.note, after?.note))
    if (data?.pages[0]) keepOffline(keptName(taskId), data.pages[0])
  }
}

type Pages = InfiniteData<NotesPage, unknown>

/** The pages after a note was added, edited or deleted. One that belongs to a page that is not loaded is left out. */
function withNote({ pages, pageParams }: Pages, before: Note | undefined, after: Note | undefined): Pages {
  const id = (after ?? before)?._id
  const next = pages.map((page, index) => {
    const notes = page.notes.filter((note) => note._id !== id)
    const isHere =
      after && after.number >= (page.nextBefore ?? 0) && (index === 0 || after.number < Number(pageParams[index]))
    if (after && isHere) notes.push(after)
    return { ...page, notes: notes.sort((a, b) => b.number - a.number) }
  })
  return { pages: next, pageParams }
}
