import { AppError } from '../../contract/errors.ts'
import type { NoteMatch } from '../../contract/schemas/notes.ts'
import { maxQueryWords } from '../../contract/search.ts'
import type { Filter } from '../../contract/task-lists/filter.ts'
import { mayBeTypo, typosIn } from '../../contract/typos.ts'
import { jsonList } from '../answers/json-list.ts'
import { lanes } from '../work/lanes.ts'
import { pauses } from '../work/slices.ts'
import type { taskPages } from './task-table.ts'

/** A note that has the words of a search. */
export type FoundNote = Pick<NoteMatch, '_id' | 'number'>

/** The search of notes. `isOver` tells when to give up. */
export interface NoteSearch {
  /** Finds notes with all of these words, the newest one of each task, by the id of the task. */
  find(owner: string, words: string[], maxTasks: number, isOver: () => boolean): Promise<Map<string, FoundNote>>
  /** Adds the parts of their texts with these words. Fails with `too_slow`. */
  withExcerpts(
    owner: string,
    found: Map<string, FoundNote>,
    words: string[],
    isOver: () => boolean,
  ): Promise<Record<string, NoteMatch>>
}

interface Dependencies {
  pages: ReturnType<typeof taskPages>
  searchNotes: NoteSearch
  /** A search that takes longer fails with `too_slow`. */
  maxMs: number
}

/** The maximum number of search results. */
const maxFound = 200
/** Comparing words takes a while, so other requests run in between. */
const maxSliceMs = 5
/** The maximum number of tasks that are found by the words of their notes, before the rest of a filter is applied. */
export const maxSearchedTasks = 1_000

/** One search of an owner at a time: each takes a slice of every turn of the event loop, and a request of somebody else needs several turns. */
const searchTurns = { maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY }

/** Finds the tasks of an owner that match a filter and have all of its words, as pieces of a JSON answer. */
export function taskSearch({ pages, searchNotes, maxMs }: Dependencies) {
  const searches = lanes(searchTurns)

  async function find(owner: string, filter: Filter, words: string[]) {
    const end = performance.now() + maxMs
    const found = await bestOf(owner, filter, words, end)
    const inNotes = await inNotesOf(owner, filter, words, found, end)
    const isFound = found.length > 0 || inNotes.length > 0
    const meant = isFound ? words : await meantWords(owner, filter, words, end)
    const best = meant === words ? [...found, ...inNotes.map(([id]) => id)] : await bestOf(owner, filter, meant, end)
    return { best, inNotes }
  }

  /** The notes with these words of tasks that match a filter, if there is room for more results than those that were found. */
  async function inNotesOf(owner: string, filter: Filter, words: string[], found: string[], end: number) {
    const room = maxFound - found.length
    const isOver = () => performance.now() > end
    if (!room) return []
    const matches = await searchNotes.find(owner, words, maxSearchedTasks, isOver)
    if (isOver()) throw searchTooSlow()
    for (const id of found) matches.delete(id)
    const allowed = await pages.idsOf(owner, filter, [...matches.keys()])
    const shown = new Map([...matches].filter(([id]) => allowed.has(id)).slice(0, room))
    return Object.entries(await searchNotes.withExcerpts(owner, shown, words, isOver))
  }

  async function bestOf(owner: string, filter: Filter, words: string[], end: number): Promise<string[]> {
    let ids: string[] = []
    for await (const best of pages.best(owner, filter, words, maxFound)) {
      ids = best.map(({ id }) => id)
      if (performance.now() > end) throw searchTooSlow()
    }
    return ids
  }

  /** The words with typos put right; the same words if there is nothing to correct. */
  async function meantWords(owner: string, filter: Filter, words: string[], end: number): Promise<string[]> {
    const misspelt = words.filter(mayBeTypo)
    if (!misspelt.length) return words
    const typos = typosIn(words)
    const pause = pauses(maxSliceMs)
    for await (const texts of pages.near(owner, filter, misspelt)) {
      for (const text of texts) {
        typos.read(text)
        await pause()
      }
      if (performance.now() > end) break
    }
    const meant = typos.corrected()
    return meant.every((word, index) => word === words[index]) ? words : meant
  }

  /** The best results of a search; equally good ones are sorted newest first. Those whose notes have the words come last, and say so. */
  return async function* search(owner: string, filter: Filter, words: string[]): AsyncGenerator<string> {
    const { best, inNotes } = await searches.run(owner, () => find(owner, filter, words))
    yield '{"tasks":'
    yield* jsonList(pages.jsonOf(owner, best))
    if (inNotes.length) yield `,"notes":${JSON.stringify(Object.fromEntries(inNotes))}`
    yield '}'
  }
}

export function tooManyWords() {
  return new AppError('invalid_input', `q must have at most ${maxQueryWords} different words.`)
}

export function searchTooSlow() {
  return new AppError(
    'too_slow',
    'This search takes too long. Use fewer or longer words, or filter by status, priority, label or due date as well.',
  )
}
