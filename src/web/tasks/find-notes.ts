import { noteCalls } from '../../contract/calls/notes.ts'
import { call } from '../../contract/client.ts'
import { excerptOf } from '../../contract/excerpt.ts'
import type { NoteMatch } from '../../contract/schemas/notes.ts'
import { scoreOf } from '../../contract/search.ts'
import { textOf } from '../../contract/task-lists/filter.ts'
import { parseSearch } from '../../contract/task-lists/parse-search.ts'
import { deckNow } from '../deck/current-deck.ts'

/** Notes by the ids of their tasks. */
export type NoteMatches = ReadonlyMap<string, NoteMatch>

/** So short that the word is in sight in a row. */
const maxExcerpt = 60

/** Asks the server for the notes that have the words of a search. Leaves out those of tasks that have the words themselves. */
export async function findNotes(q: string, signal: AbortSignal): Promise<NoteMatches> {
  const { words } = parseSearch(q)
  if (!words.length) return new Map()
  const { notes } = await call(noteCalls.search, { query: { q: words.join(' ') } }, { signal })
  const { byId } = deckNow()
  return new Map(
    Object.entries(notes).flatMap(([id, match]) => {
      const task = byId.get(id)
      const excerpt = excerptOf(match.excerpt, words, maxExcerpt)
      return task && !scoreOf(textOf(task), words) ? [[id, { ...match, excerpt }]] : []
    }),
  )
}
