import { useEffect, useMemo, useState } from 'react'
import { useDeck } from '../deck/current-deck.ts'
import { createUserCell } from '../ui/client-state.ts'
import type { NoteMatches } from './find-notes.ts'

const none: NoteMatches = new Map()

/** The server is asked when the user stops typing for this time. */
const restMs = 150

/**
 * The notes that have the words of a search, by the ids of their tasks, for tasks that do not have the words themselves. This device has only
 * some notes, so the server is asked. Without it, and while there are no notes, none are found.
 */
export function useNoteMatches(q: string): NoteMatches {
  const { tasks } = useDeck()
  const noteCount = useMemo(() => tasks.reduce((sum, task) => sum + (task.noteCount ?? 0), 0), [tasks])
  const [found, setFound] = useState({ q: '', matches: none })
  useEffect(() => {
    if (!q || !noteCount) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const matches = await import('./find-notes.ts').then((code) => code.findNotes(q, asking.signal)).catch(() => none)
      if (!asking.signal.aborted) setFound({ q, matches })
    }, restMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [q, noteCount])
  return found.q === q && noteCount ? found.matches : none
}

/** The notes by which the tasks of the current view were found. */
const shown = createUserCell(none)

/** The same for the view that is shown, whose tasks show the matches. */
export function useShownMatches(q: string): NoteMatches {
  const matches = useNoteMatches(q)
  useEffect(() => {
    shown.set(matches)
    return () => shown.set(none)
  }, [matches])
  return matches
}

/** The note by which a task was found. */
export const useNoteMatch = (task: string) => shown.useDerived((matches) => matches.get(task))
