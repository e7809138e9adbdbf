import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { needsYou } from '../../contract/questions.ts'
import type { PageQuery } from '../../contract/schemas/task-queries.ts'
import { type AmountColumn, amountFields } from '../../contract/task-fields.ts'
import { type Filter, noFilter } from '../../contract/task-lists/filter.ts'
import { filterOf } from '../../contract/task-lists/filter-query.ts'
import { mergeSorted } from '../../contract/task-lists/merge-sorted.ts'
import { byRank, type Rankable, type Ranked, weigh } from '../../contract/task-lists/rank.ts'
import { comparison, type Sortable } from '../../contract/task-lists/sort.ts'
import { orderFor } from '../../contract/task-lists/view-address.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { JsonAnswer } from '../answers/json-answer.ts'
import { pagesOf } from '../answers/json-list.ts'
import type { Database } from '../database/database.ts'
import { lanes } from '../work/lanes.ts'
import { hasNoOpenParts, isHeldAt } from './claim-conditions.ts'
import { conditionOf } from './filter.ts'
import { idNamed, partIds, soleBlocker } from './link-conditions.ts'
import { currentJson, jsonIf } from './stored-json.ts'
import { newest, taskPages } from './task-table.ts'

/** Few enough that other requests do not notice the time that they take. */
const rowsAtOnce = 500
const defaultLimit = 25

type SortedQuery = PageQuery & { sort?: Exclude<PageQuery['sort'], 'id'> }

/** The tasks to read for a page. */
interface Wanted {
  filter: Filter
  sort?: SortedQuery['sort']
  isOpen?: boolean
  /** Of the tasks to do next, those that do not meet it are counted instead of listed. They still make others more urgent. */
  isFree?: RawBuilder<unknown> | undefined
}

interface Light extends Sortable, Rankable {
  id: string
}

/**
 * Pages of sorted lists. The tasks are read in batches, without their texts, and only those up to the end of the page are kept: an agent asks
 * for 25 tasks of an owner who has 100,000.
 */
export function sortedPages(database: Database) {
  const { db, readAside } = database
  const { jsonOf } = taskPages(database)
  const current = currentJson(database)
  // The next page of an owner is read after a rest, because reading takes time of the event loop.
  const turns = lanes({ maxRunning: 1, maxWaiting: 20, restsAsLong: true })

  /** The tasks that match, in batches. */
  async function* matching(owner: string, { filter, sort, isOpen, isFree }: Wanted) {
    const matches = sql<number>`case when ${allOf(filter, isOpen || sort === 'urgency')} then 1 else 0 end`
    const free = isFree ? sql<number>`case when ${isFree} then 1 else 0 end` : sql<number>`1`
    const title = sort === 'title' ? sql<string>`title` : sql<string>`''`
    const blocker = sort === 'urgency' ? soleBlocker : sql<string | null>`null`
    const all = newest(db, owner, rowsAtOnce)
    const [parent] = filter.part
    const candidates = parent ? all.where(isPart(owner, parent)) : all
    const batches = pagesOf(rowsAtOnce, (last?: { id: string }) => {
      const rows = candidates.select([
        'id',
        matches.as('matches'),
        'number',
        'status',
        'priority',
        'due_date',
        'start_date',
        'created_at',
        'updated_at',
        'position',
        'question_count',
        ...amountFields.map(({ column }) => column as AmountColumn),
        title.as('title'),
        blocker.as('blocker'),
        free.as('free'),
      ])
      return readAside(owner, last ? rows.where('id', '<', last.id) : rows)
    })
    for await (const rows of batches) {
      yield rows.flatMap(({ matches, start_date: startDate, blocker, free, ...row }) => {
        if (!matches) return []
        const { id, number, status, priority, position, title } = row
        const task: Light = {
          ...{ id, number, status, priority, position, title },
          dueDate: row.due_date || null,
          ...(row.question_count ? { openQuestions: row.question_count } : {}),
          createdAt: row.created_at,
          updatedAt: row.updated_at,
          ...Object.fromEntries(amountFields.map(({ field, column }) => [field, row[column as AmountColumn]])),
        }
        return { task, startDate, blocker, isFree: Boolean(free) }
      })
    }
  }

  async function byKey(owner: string, query: SortedQuery, end: number) {
    const { sort = 'due', order, open, today, ...filter } = query
    const wanted = { filter: filterOf(filter), sort, isOpen: Boolean(open) }
    if (sort === 'urgency') {
      const { claimed } = wanted.filter
      const isFree = claimed.length ? conditionOf({ ...noFilter, claimed }, []) : undefined
      return byUrgency(owner, { ...wanted, filter: { ...wanted.filter, claimed: [] }, isFree }, needed(today), end)
    }
    const compare = comparison({ by: sort, order: order ?? orderFor(sort, { sort: 'asc' }) })
    let [total, first]: [number, Light[]] = [0, []]
    for await (const found of matching(owner, wanted)) {
      total += found.length
      first = mergeSorted(
        first,
        found.map(({ task }) => task),
        compare,
        end,
      )
    }
    return { total, first, reasons: undefined, held: 0 }
  }

  /** The open tasks that have started and that nothing blocks, and those whose owner is asked, the most urgent first. */
  async function byUrgency(owner: string, wanted: Wanted, today: string, end: number) {
    const waiting = new Map<string, number>()
    let held = 0
    const batches: Light[][] = []
    for await (const found of matching(owner, wanted)) {
      for (const { blocker } of found) if (blocker) waiting.set(blocker, (waiting.get(blocker) ?? 0) + 1)
      const canStart = found.filter(
        ({ task, blocker, startDate }) => needsYou(task) || (!blocker && !(startDate && startDate > today)),
      )
      const free = canStart.filter((one) => one.isFree)
      held += canStart.length - free.length
      batches.push(free.map(({ task }) => task))
    }
    let [total, first]: [number, Ranked<Light>[]] = [0, []]
    for (const batch of batches) {
      total += batch.length
      const ranked = batch.map((task) => weigh(task, today, waiting.get(task.id) ?? 0))
      first = mergeSorted(first, ranked, byRank, end)
      await nextTurn()
    }
    const reasons = new Map(first.map(({ task, reasons }) => [task.id, reasons]))
    return { total, first: first.map(({ task }) => task), reasons, held }
  }

  /** Some of the tasks that match, by id. The next batch begins after the last task that was read, whether it matches or not. */
  async function byId(owner: string, { open, after, ...filter }: PageQuery, limit: number): Promise<JsonAnswer> {
    const rows = newest(db, owner, limit).select(['id', jsonIf(allOf(filterOf(filter), open))])
    const read = await readAside(owner, after ? rows.where('id', '<', after) : rows)
    const texts = (await current(owner, read)).flatMap(({ json }) => json ?? [])
    const last = read.length === limit ? read.at(-1) : undefined
    return new JsonAnswer(`{"tasks":[${texts.join()}]${last ? `,"nextAfter":"${last.id}"` : ''}}`)
  }

  /** A page of the tasks that match a filter, sorted. Fails with `too_many_requests` if many pages of an owner are being read. */
  function page(owner: string, query: PageQuery): Promise<JsonAnswer> {
    const [limit, offset] = [Number(query.limit ?? defaultLimit), Number(query.offset ?? 0)]
    checkRange(limit, offset)
    return turns.run(owner, async () => {
      const { sort, ...rest } = query
      if (sort === 'id') return byId(owner, rest, limit)
      const { total, first, reasons, held } = await byKey(owner, sort ? { ...rest, sort } : rest, offset + limit)
      const ids = first.slice(offset).map(({ id }) => id)
      const texts: string[] = []
      for await (const some of jsonOf(owner, ids)) texts.push(...some)
      const why = reasons && Object.fromEntries(ids.map((id) => [id, reasons.get(id) ?? []]))
      const more = why ? `,"reasons":${JSON.stringify(why)}${held ? `,"held":${held}` : ''}` : ''
      return new JsonAnswer(`{"total":${total},"tasks":[${texts.join()}]${more}}`)
    })
  }

  /** The ids of the open tasks that match a filter and can be claimed at a moment, the most urgent first. One that waits for an answer is not ready. */
  async function ready(owner: string, filter: Filter, { today, now }: { today: string; now: string }, limit: number) {
    const isFree = sql`not (${isHeldAt(now)}) and ${hasNoOpenParts} and question_count = 0`
    const { first } = await byUrgency(owner, { filter, sort: 'urgency', isFree }, today, limit)
    return first.map(({ id }) => id)
  }

  return { page, ready }
}

const isPart = (owner: string, parent: string) =>
  sql<boolean>`id in (${partIds(sql`${owner}`, idNamed(sql`${owner}`, parent))})`

function needed(today: string | undefined): string {
  if (today) return today
  throw new AppError('invalid_input', 'today is required to sort by urgency, such as today=2026-11-14.')
}

function allOf(filter: Filter, isOpen: unknown) {
  const condition = conditionOf(filter, [])
  return isOpen ? sql`${condition} and status <> 'Completed'` : condition
}

function checkRange(limit: number, offset: number): void {
  if (limit > taskLimits.page) throw new AppError('invalid_input', `limit must be at most ${taskLimits.page}.`)
  if (offset <= taskLimits.offset) return
  throw new AppError('invalid_input', `offset must be at most ${taskLimits.offset}. Filter more closely to see others.`)
}
