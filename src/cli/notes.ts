import { noteCalls } from '../contract/calls/notes.ts'
import { CallError } from '../contract/client.ts'
import { noteLimits } from '../contract/notes.ts'
import type { Note, NoteMatch } from '../contract/schemas/notes.ts'
import { parseSearch } from '../contract/task-lists/parse-search.ts'
import type { Client } from './client.ts'

/** The notes that have the words of a search, by the ids of their tasks. An older server knows none. */
export async function notesWith(client: Client, search: string[]): Promise<Record<string, NoteMatch>> {
  const { words } = parseSearch(search.join(' '))
  if (!words.length) return {}
  try {
    return (await client.call(noteCalls.search, { query: { q: words.join(' ') } })).notes
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return {}
    throw error
  }
}

/** Notes that are shown with a task. */
const shownNotes = 20

/** More pages than a task has: a server could always name another one. */
const maxPages = noteLimits.perTask / noteLimits.maxPage

/** The last notes of a task, or all of them, oldest first, and how many older ones there are. */
export async function loadNotes(client: Client, id: string, isAll: boolean): Promise<{ notes: Note[]; older: number }> {
  const notes: Note[] = []
  let before: number | null | undefined
  let total = 0
  for (let pages = 0; before !== null && pages < (isAll ? maxPages : 1); pages++) {
    const limit = isAll ? noteLimits.maxPage : shownNotes
    const query = { limit: String(limit), ...(before ? { before: String(before) } : {}) }
    const page = await client.call(noteCalls.ofTask, { params: { id }, query })
    notes.push(...page.notes)
    before = page.nextBefore
    total = page.total
  }
  return { notes: notes.reverse(), older: isAll ? 0 : Math.max(0, total - notes.length) }
}
