import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Filter } from '../../contract/task-lists/filter.ts'
import type { Status } from '../../contract/tasks.ts'
import { halvesOf } from '../../contract/typos.ts'
import { pagesOf, pagesUntilLast } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { repeatStep } from '../work/slices.ts'
import { conditionOf, isPresent } from './filter.ts'
import { removeLabels } from './label-table.ts'
import { currentJson, jsonIf, outdatedMark, storedJson, withFileCount } from './stored-json.ts'

/** The lists of an owner with at most this many rows, including the trash, are read in one query. */
export const maxShortList = 128

/** The newest rows, whether they match a filter or not, so that a read is bounded even if hardly any row matches. */
export function newest(db: Kysely<Schema>, owner: string, limit: number) {
  // Written into the statement: if the limit is a parameter, SQLite chooses a plan that takes 1.5 times as long.
  return db.selectFrom('tasks').where('user_id', '=', owner).orderBy('id', 'desc').limit(sql.lit(limit))
}

/** The frequent reads of the screens. Rows contain their JSON, so a list is concatenated, newest first by the key. */
export function taskReads({ prepare }: Database) {
  const present = (db: Kysely<Schema>, owner: string) =>
    db.selectFrom('tasks').where('user_id', '=', owner).where('trashed_at', 'is', null)
  /** Reads one more row than a short list may have, which shows whether the list is longer. One text costs less than one per row. */
  const asList = (db: Kysely<Schema>, owner: string, condition: RawBuilder<unknown>) =>
    db
      .selectFrom(
        newest(db, owner, maxShortList + 1)
          .select([
            outdatedMark.as('outdated'),
            sql<string>`case when ${condition} then ${withFileCount} end`.as('json'),
          ])
          .as('newest'),
      )
      .select([
        sql<number>`count(*)`.as('rows'),
        sql<number>`count(outdated)`.as('outdated'),
        sql<string>`'{"tasks":[' || coalesce(string_agg(json, ','), '') || ']}'`.as('list'),
      ])
  return {
    newest: prepare((db, owner: string) => asList(db, owner, isPresent)),
    newestByStatus: prepare((db, owner: string, status: Status) =>
      asList(db, owner, sql`${isPresent} and status = ${status}`),
    ),
    byId: prepare((db, owner: string, id: string) =>
      present(db, owner)
        .where('id', '=', id)
        .select(['id', storedJson.as('json'), 'files_json', 'note_count']),
    ),
    byNumber: prepare((db, owner: string, number: number) =>
      present(db, owner)
        .where('number', '=', number)
        .select(['id', storedJson.as('json'), 'files_json', 'note_count']),
    ),
  }
}

const pageRows = 100
/** The tasks that one query of a search reads. Larger pages would be sorted by PostgreSQL instead of read in the order of the key. */
const searchRows = 1_000

interface Match {
  id: string
  score: number
}

/** Long reads of an owner's tasks, newest first, page by page. */
export function taskPages(database: Database) {
  const { db, readAside, readSome } = database
  const current = currentJson(database)
  function below(owner: string, limit: number, last: { id: string } | undefined) {
    const rows = newest(db, owner, limit).select('id')
    return last ? rows.where('id', '<', last.id) : rows
  }

  return {
    /** The JSON of the tasks that match a filter: of all, or of those that come after one. */
    async *json(owner: string, filter: Filter, after?: string): AsyncGenerator<string[]> {
      const condition = conditionOf(filter, [])
      const begin = after === undefined ? undefined : { id: after }
      const pages = pagesUntilLast((last: { id: string } | undefined = begin) =>
        readSome(owner, (limit) => below(owner, limit, last).select(jsonIf(condition))),
      )
      for await (const rows of pages) yield (await current(owner, rows)).flatMap(({ json }) => json ?? [])
    },
    /** The best matches for a filter and these words, best first, after each page of tasks. Equally good ones are sorted newest first. */
    async *best(owner: string, filter: Filter, words: string[], limit: number): AsyncGenerator<Match[]> {
      const score = sql<number | null>`case when ${conditionOf(filter, words)} then ${scoreSql(words)} end`.as('score')
      let best: Match[] = []
      let last: { id: string } | undefined
      do {
        // A later task must be better than the last one that is kept, because it is older.
        const worst = best.length === limit ? (best.at(-1)?.score ?? 0) : 0
        const read = db
          .with('page', () => below(owner, searchRows, last).select(score))
          .with('better', (page) =>
            page
              .selectFrom('page')
              .select(['id', 'score', sql<number | null>`cast(null as bigint)`.as('rows')])
              .where('score', '>', worst)
              .orderBy('score', 'desc')
              .orderBy('id', 'desc')
              .limit(limit),
          )
          .selectFrom('better')
          .selectAll()
          // One row says where the page ends.
          .unionAll((page) =>
            page
              .selectFrom('page')
              .select(({ fn }) => [
                fn.min('id').as('id'),
                sql<null>`cast(null as integer)`.as('score'),
                fn.countAll<number>().as('rows'),
              ]),
          )
        const found = await readAside(owner, read)
        const better = found.flatMap(({ id, score }) => (score === null ? [] : { id, score }))
        best = [...best, ...better].sort((a, b) => b.score - a.score).slice(0, limit)
        yield best
        last = found.find(({ rows }) => Number(rows) === searchRows)
      } while (last)
    },
    /** The searched texts of tasks that match a filter and may have what these words mean. */
    async *near(owner: string, filter: Filter, words: string[]): AsyncGenerator<string[]> {
      const halves = words
        .map(halvesOf)
        .map(([start, end]) => sql`words like ${`% ${start}%`} or words like ${`%${end}%`}`)
      const isNear = sql`${conditionOf(filter, [])} and (${sql.join(halves, sql` or `)})`
      const text = sql<string | null>`case when ${isNear} then words end`.as('text')
      const pages = pagesOf(pageRows, (last?: { id: string; text: string | null }) =>
        readAside(owner, below(owner, pageRows, last).select(text)),
      )
      for await (const rows of pages) yield rows.flatMap((row) => row.text ?? [])
    },
    /** Those of these tasks that match a filter. */
    async idsOf(owner: string, filter: Filter, ids: string[]): Promise<Set<string>> {
      const matching = new Set<string>()
      const tasks = db.selectFrom('tasks').select('id').where('user_id', '=', owner)
      for (let first = 0; first < ids.length; first += pageRows) {
        const some = tasks.where('id', 'in', ids.slice(first, first + pageRows))
        const condition = sql<boolean>`${conditionOf(filter, [])}`
        for (const { id } of await readAside(owner, some.where(condition))) matching.add(id)
      }
      return matching
    },
    /** The JSON of these tasks in this order, without tasks that no longer exist. */
    async *jsonOf(owner: string, ids: string[]): AsyncGenerator<string[]> {
      for (let first = 0; first < ids.length; first += pageRows) {
        const some = ids.slice(first, first + pageRows)
        const query = db
          .selectFrom('tasks')
          .select(['id', storedJson.as('json')])
          .where('user_id', '=', owner)
        const found = await readAside(owner, query.where('trashed_at', 'is', null).where('id', 'in', some))
        const rows = await current(owner, found)
        const texts = new Map(rows.map(({ id, json }) => [id, json]))
        yield some.flatMap((id) => texts.get(id) ?? [])
      }
    },
  }
}

/**
 * The score of contract/search.ts for rows that contain every word. Words consist of letters and digits, so none of them is special to
 * `like`. A line break separates the words of the title from the others.
 */
function scoreSql(words: string[]) {
  const scores = words.map(
    (word) => sql`case when words like ${`% ${word}%\n%`}
        then case when words like ${`% ${word} %\n%`} or words like ${`% ${word}\n%`} then 8 else 5 end
      when words like ${`% ${word} %`} or words like ${`% ${word}`} then 2
      else 1 end`,
  )
  return sql<number>`${sql.join(scores, sql` + `)}`
}

/** The number of an owner's tasks, including the trash. */
export async function countTasks(db: Kysely<Schema>, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom('tasks')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const idsAtOnce = 500

/** Returns the ids among these that belong to no task of the owner, including the trash. */
export function missingTasks({ db, readAside }: Database) {
  return async (owner: string, ids: string[]): Promise<string[]> => {
    const missing: string[] = []
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      const some = ids.slice(first, first + idsAtOnce)
      const query = db.selectFrom('tasks').select('id').where('user_id', '=', owner).where('id', 'in', some)
      const known = new Set((await readAside(owner, query)).map(({ id }) => id))
      missing.push(...some.filter((id) => !known.has(id)))
    }
    return missing
  }
}

/** Finds the titles of tasks that are not in the trash, by id. */
export function taskTitles({ db, readAside }: Database) {
  return async (owner: string, ids: string[]): Promise<Map<string, { _id: string; number: number; title: string }>> => {
    if (!ids.length) return new Map()
    const query = db.selectFrom('tasks').where('user_id', '=', owner).where('id', 'in', ids)
    const rows = await readAside(owner, query.where('trashed_at', 'is', null).select(['id', 'number', 'title']))
    return new Map(rows.map(({ id, ...rest }) => [id, { _id: id, ...rest }]))
  }
}

/** The time of a slice is checked after this many tasks, which may be large. */
const tasksErasedAtOnce = 20

/** Removes a limited part of an owner's tasks and labels. The rows of files are deleted with their tasks. */
export function erasing(database: Database) {
  return (owner: string): Promise<boolean> =>
    database.transaction(
      owner,
      (tx) =>
        repeatStep(database.maxSliceMs, async () => {
          const some = tx.selectFrom('tasks').select('id').where('user_id', '=', owner).limit(tasksErasedAtOnce)
          const erased = tx.deleteFrom('tasks').where('user_id', '=', owner).where('id', 'in', some)
          if ((await erased.executeTakeFirst()).numDeletedRows) return true
          return (await removeLabels(tx, owner)).numDeletedRows > 0n
        }),
      'housekeeping',
    )
}
