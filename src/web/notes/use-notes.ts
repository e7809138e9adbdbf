import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DeckTask } from '../deck/change.ts'
import { useDeck } from '../deck/current-deck.ts'
import { notesQuery } from './queries.ts'
import { shownNotes } from './thread.ts'

/** The thread of a task, as far as it is loaded, with the changes that wait. */
export function useNotes(task: DeckTask) {
  const { changes } = useDeck()
  // A task that the server has not numbered yet has no notes there.
  const isKnown = task.version > 0 && !task.trashedAt
  const query = useInfiniteQuery({ ...notesQuery(task._id), enabled: isKnown })
  const { data } = query
  const notes = useMemo(
    () => shownNotes(data?.pages.flatMap((page) => page.notes) ?? [], changes, task._id),
    [data, changes, task._id],
  )
  return { ...query, notes, isLoaded: data !== undefined || !isKnown }
}
