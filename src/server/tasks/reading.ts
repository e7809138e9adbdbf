import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { AppError } from '../../contract/errors.ts'
import type { TaskQuery } from '../../contract/schemas/task-queries.ts'
import { maxQueryWords, queryWords } from '../../contract/search.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { allKeys } from '../../contract/task-lists/filter-keys.ts'
import { filterOf } from '../../contract/task-lists/filter-query.ts'
import { isUnchanged } from '../answers/entity-tags.ts'
import { type CachedAnswer, type Coding, JsonAnswer, Unchanged } from '../answers/json-answer.ts'
import { jsonList } from '../answers/json-list.ts'
import type { LongAnswer, LongAnswers } from '../answers/long-answers.ts'
import type { Caller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import { tagOf } from '../history/position.ts'
import type { Config } from '../settings/config.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'
import { keyOfFilter } from './filter.ts'
import { linkReads } from './link-table.ts'
import { listCache } from './list-cache.ts'
import { partCounts } from './part-counts.ts'
import { type NoteSearch, taskSearch, tooManyWords } from './search.ts'
import { sortedPages } from './sorted-pages.ts'
import { currentJson, outdated } from './stored-json.ts'
import { keyOf } from './task-ids.ts'
import { maxShortList, taskPages, taskReads } from './task-table.ts'

interface Dependencies {
  database: Database
  searchNotes: NoteSearch
  longAnswer: LongAnswers
  config: Pick<Config, 'listCacheBytes' | 'maxSearchMs'>
}

/** The owner of a list, and the position of their log: while it stays the same, so do the lists. */
type Reader = Pick<Caller, 'owner' | 'seq' | 'epoch'>

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
  const search = taskSearch({ pages, searchNotes, maxMs: config.maxSearchMs })

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

  /** Reads a short list in one query. Returns undefined if the list is long or outdated, or if it is filtered by more than the status. */
  function shortList(owner: string, filter: Filter): MaybePromise<string | undefined> {
    const [status, ...others] = filter.status
    if (others.length || filter.q || allKeys.some((key) => key !== 'status' && filter[key].length)) return undefined
    return andThen(status ? read.newestByStatus(owner, status) : read.newest(owner), ([found]) =>
      !found || found.rows > maxShortList || found.outdated ? undefined : found.list,
    )
  }

  function readList(owner: string, filter: Filter): MaybePromise<string | LongAnswer> {
    return andThen(
      shortList(owner, filter),
      (list): MaybePromise<string | LongAnswer> => list ?? longList(owner, filter),
    )
  }

  /** A list that is read when it is needed, and cached together with its compressed forms. */
  function cachedList({ owner, ...position }: Reader, filter: Filter, filterKey: string): CachedAnswer {
    const key = `${owner} ${filterKey}`
    const keep = (answer: string | LongAnswer) => {
      // A text that is sent once is cheaper than its bytes, which the garbage collector would have to free.
      if (answer instanceof Readable || !cache.takes(answer.length)) return answer
      const bytes = typeof answer === 'string' ? Buffer.from(answer) : answer
      cache.keep(key, position, bytes)
      return bytes
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
    /** All tasks except those in the trash, newest first, as pages of JSON: all of them, or those after one. */
    pages: (owner: string, after?: string) => pages.json(owner, noFilter, after),
    /** Those of these tasks that are not in the trash, as pages of JSON. */
    pagesOfIds: pages.jsonOf,
    /** How many parts tasks have, by their ids. */
    partCounts: partCounts(database),

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
