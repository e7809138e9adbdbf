import { hash } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { NoteMatch } from '../../contract/schemas/notes.ts'
import type { TaskQuery } from '../../contract/schemas/tasks.ts'
import { maxQueryWords, queryWords } from '../../contract/search.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { filterOf } from '../../contract/task-lists/filter-query.ts'
import { mayBeTypo, typosIn } from '../../contract/typos.ts'
import { isUnchanged } from '../answers/entity-tags.ts'
import { type CachedAnswer, type Coding, JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import { jsonList } from '../answers/json-list.ts'
import type { LongAnswer, LongAnswers } from '../answers/long-answers.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { tagOf } from '../history/position.ts'
import type { Config } from '../settings/config.ts'
import { lanes } from '../work/lanes.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { pauses } from '../work/slices.ts'
import { keyOfFilter } from './filter.ts'
import { linkReads } from './link-table.ts'
import { listCache } from './list-cache.ts'
import { sortedPages } from './sorted-pages.ts'
import { currentJson, outdated } from './stored-json.ts'
import { keyOf } from './task-ids.ts'
import { maxShortList, taskPages, taskReads } from './task-table.ts'

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
  database: Database
  searchNotes: NoteSearch
  longAnswer: LongAnswers
  config: Pick<Config, 'listCacheBytes' | 'maxSearchMs'>
}

/** The owner of a list, and the position of their log: while it stays the same, so do the lists. */
type Reader = Pick<Caller, 'owner' | 'seq' | 'epoch'>

/** The maximum number of search results. */
const maxFound = 200
/** Comparing words takes a while, so other requests run in between. */
const maxSliceMs = 5
/** The most tasks that are found by the words of their notes, before the rest of a filter is applied. */
export const maxSearchedTasks = 1_000

/** One search of an owner at a time: each takes a slice of every turn of the event loop, and a request of somebody else needs several turns. */
const searchTurns = { maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY }

/**
 * The frequent reads of the screens. They are the fast path: rows contain their JSON, short lists are read without waiting for another
 * turn of the event loop, and a list is cached until its owner changes something.
 */
export function taskReading({ database, searchNotes, longAnswer, config }: Dependencies) {
  const cache = listCache(config.listCacheBytes)
  const listReads = { cached: 0, read: 0, unchanged: 0 }
  const read = taskReads(database)
  const pages = taskPages(database)
  const current = currentJson(database)
  const linked = linkReads(database)
  const sorted = sortedPages(database)
  const searches = lanes(searchTurns)

  function existing(owner: string, id: string) {
    const key = keyOf(id)
    return andThen('id' in key ? read.byId(owner, key.id) : read.byNumber(owner, key.number), ([row]) => {
      if (!row) throw absent()
      if (row.json !== outdated) return row
      return current(owner, [row]).then(([made]) => {
        if (!made) throw absent()
        return made
      })
    })
  }

  /** Reads a list without blocking the event loop: all tasks that match a filter, or the best matches for its words. */
  function longList(owner: string, filter: Filter): Promise<LongAnswer> {
    const words = queryWords(filter.q)
    if (words.length > maxQueryWords) throw tooManyWords()
    return longAnswer(owner, words.length ? search(owner, filter, words) : listJson(pages.json(owner, filter)))
  }

  /** The best results of a search; equally good ones are sorted newest first. Those whose notes have the words come last, and say so. */
  async function* search(owner: string, filter: Filter, words: string[]): AsyncGenerator<string> {
    const { best, inNotes } = await searches.run(owner, () => find(owner, filter, words))
    yield '{"tasks":'
    yield* jsonList(pages.jsonOf(owner, best))
    if (inNotes.length) yield `,"notes":${JSON.stringify(Object.fromEntries(inNotes))}`
    yield '}'
  }

  async function find(owner: string, filter: Filter, words: string[]) {
    const end = performance.now() + config.maxSearchMs
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

  /** Reads a short list in one query. Returns undefined if the list is long or outdated, or if it is filtered by more than the status. */
  function shortList(owner: string, { status: statuses, ...more }: Filter): MaybePromise<Buffer | undefined> {
    const [status, ...others] = statuses
    if (others.length || Object.values(more).some((values) => values.length > 0)) return undefined
    return andThen(status ? read.newestByStatus(owner, status) : read.newest(owner), ([found]) =>
      !found || found.rows > maxShortList || found.outdated ? undefined : Buffer.from(found.list),
    )
  }

  function readList(owner: string, filter: Filter): MaybePromise<LongAnswer> {
    return andThen(shortList(owner, filter), (list) => list ?? longList(owner, filter))
  }

  /** A list that is read when it is needed, and cached together with its compressed forms. */
  function cachedList({ owner, ...position }: Reader, filter: Filter, filterKey: string): CachedAnswer {
    const key = `${owner} ${filterKey}`
    const keep = (answer: LongAnswer) => {
      if (Buffer.isBuffer(answer)) cache.keep(key, position, answer)
      return answer
    }
    const find = (form?: Coding) => {
      const found = cache.find(key, position, form)
      if (found) listReads.cached++
      return found
    }
    const readNew = () => {
      listReads.read++
      return andThen(readList(owner, filter), keep)
    }
    return {
      readWhole: () => find() ?? readNew(),
      findCompressed: find,
      keepCompressed: (coding, bytes) => cache.keep(key, position, bytes, coding),
    }
  }

  return {
    /**
     * The tasks that match a filter, or `Unchanged` if `If-None-Match` names their tag. A task that is changed while a long list is read may
     * be included as it is after the change, so the tag is weak. Reading the answer fails with `invalid_input` for too many words, and with
     * `too_slow` for a search that takes too long.
     */
    list(reader: Reader, query: TaskQuery, ifNoneMatch?: string): JsonAnswer | Unchanged {
      const filter = filterOf(query)
      const filterKey = keyOfFilter(filter)
      const tag = tagOf(reader.owner, reader, filterKey && hash('sha256', filterKey, 'base64url'))
      if (isUnchanged(ifNoneMatch, tag)) {
        listReads.unchanged++
        return new Unchanged(tag)
      }
      return new JsonAnswer(cachedList(reader, filter, filterKey), tag)
    },
    page: sorted.page,
    ready: sorted.ready,
    /** How often lists were answered from the cache, read from the database, or unchanged, and the size of the cache. */
    listLoad: () => ({ ...listReads, cacheBytes: cache.size }),
    /** All tasks except those in the trash, newest first, as pages of JSON. */
    pages: (owner: string) => pages.json(owner, noFilter),

    /** One task with its files. */
    find: (owner: string, id: string): MaybePromise<JsonAnswer> =>
      andThen(
        existing(owner, id),
        ({ json, files_json }) => new JsonAnswer(`${json.slice(0, -1)},"files":${files_json}}`),
      ),
    /** The links of a task in both directions, except those with tasks in the trash. */
    links: async (owner: string, id: string) => linked(owner, (await existing(owner, id)).id),
    /** The id of a task that is not in the trash, for its id or its number. */
    idOf: async (owner: string, id: string): Promise<string> => (await existing(owner, id)).id,
    /** Its id, and the number of its notes. */
    async noteCount(owner: string, id: string): Promise<{ id: string; noteCount: number }> {
      const { id: taskId, note_count: noteCount } = await existing(owner, id)
      return { id: taskId, noteCount }
    },
  }
}

async function* listJson(pages: AsyncIterable<string[]>) {
  yield '{"tasks":'
  yield* jsonList(pages)
  yield '}'
}

/** A change of several tasks names those that are missing, so that the client can leave them out. */
export function absent(ids?: string[]) {
  const message = ids && ids.length > 1 ? `${ids.length} of these tasks do not exist.` : 'That task does not exist.'
  return new AppError('not_found', message, ids ? { more: { ids } } : {})
}

export function inTrash(tasks: { id: string }[]) {
  const message =
    tasks.length > 1
      ? `${tasks.length} of these tasks are in the trash. Restore them first.`
      : 'That task is in the trash. Restore it first.'
  return new AppError('not_found', message, { more: { trashed: true, ids: tasks.map(({ id }) => id) } })
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
