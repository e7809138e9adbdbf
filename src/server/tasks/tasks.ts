import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import type { ManyChange, NewTask, Task, TaskChange, TaskFilter } from '../../contract/schemas/tasks.ts'
import { maxQueryWords, queryWords } from '../../contract/search.ts'
import { cleanLabel, defaults, type Status, taskLimits } from '../../contract/tasks.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft, NewRow } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { jsonList } from '../json-list.ts'
import type { LongAnswer, LongAnswers } from '../long-answers.ts'
import { type Soon, whenThere } from '../soon.ts'
import { makeRoom } from './board-order.ts'
import { listCache } from './list-cache.ts'
import { taskOf, wireDay } from './present.ts'
import { keyOf, taskIds } from './task-ids.ts'
import { countTasks, maxShortList, taskPages, taskReads } from './task-table.ts'

interface Parts {
  database: Database
  history: HistoryRules
  longAnswer: LongAnswers
  config: Pick<Config, 'listCacheBytes' | 'maxSearchMs' | 'maxTasks'>
}

/** Tasks of one owner. Somebody else's task is as absent as one that never was, and so is one in the trash. */
export function taskRules({ database, history, longAnswer, config }: Parts) {
  const cache = listCache(config.listCacheBytes)
  const read = taskReads(database)
  const pages = taskPages(database)
  const nextId = taskIds()

  function existing(owner: string, id: string) {
    const key = keyOf(id)
    return whenThere('id' in key ? read.byId(owner, key.id) : read.byNumber(owner, key.number), ([row]) => {
      if (!row) throw absent()
      return row
    })
  }

  /** The tasks that a filter lets through, read off the event loop: all of them, or the best that hold the words. */
  function longList(owner: string, filter: TaskFilter): Promise<LongAnswer> {
    const words = queryWords(filter.q ?? '')
    if (words.length > maxQueryWords) throw tooManyWords()
    return longAnswer(owner, listJson(words.length ? found(owner, filter, words) : pages.json(owner, filter)))
  }

  /** The tasks that answer a query best; those that answer equally well come newest first. */
  async function* found(owner: string, filter: TaskFilter, words: string[]): AsyncGenerator<string[]> {
    const end = performance.now() + config.maxSearchMs
    let best: { id: string; score: number }[] = []
    for await (const hits of pages.scores(owner, filter, words)) {
      best = [...best, ...hits].sort((a, b) => b.score - a.score).slice(0, maxFound)
      if (performance.now() > end) throw searchTooSlow()
    }
    yield* pages.jsonOf(
      owner,
      best.map(({ id }) => id),
    )
  }

  /** A list that is short, read at once; undefined when it is not, or when it must be searched for. */
  function shortList(owner: string, { status = '', ...more }: TaskFilter): Soon<Buffer | undefined> {
    if (Object.values(more).some(Boolean)) return undefined
    return whenThere(status ? read.newestByStatus(owner, status) : read.newest(owner), (rows) => {
      if (rows.length > maxShortList) return undefined
      const texts: string[] = []
      for (const { json } of rows) if (json !== null) texts.push(json)
      return Buffer.from(`{"tasks":[${texts.join()}]}`)
    })
  }

  return {
    /**
     * The tasks that a filter lets through, as JSON: a stream where there are many. `seq` says how far the owner's log had got before;
     * a task that is changed while the list is read may be shown as it is after that. Fails with `invalid_input` for too many words,
     * with `too_slow` for a search that takes too long.
     */
    list(owner: string, filter: TaskFilter, seq: number): Soon<LongAnswer> {
      const key = `${owner} ${keyOfFilter(filter)}`
      const cached = cache.find(key, seq)
      if (cached) return cached
      const keep = (answer: LongAnswer) => {
        if (Buffer.isBuffer(answer)) cache.keep(key, seq, answer)
        return answer
      }
      return whenThere(shortList(owner, filter), (list) =>
        list ? keep(list) : whenThere(longList(owner, filter), keep),
      )
    },
    /** All tasks but those in the trash, newest first, as pages of JSON. */
    pages: (owner: string) => pages.json(owner, {}),

    /** One task with its files, as JSON. */
    find: (owner: string, id: string): Soon<string> =>
      whenThere(existing(owner, id), ({ json, files_json }) => `${json.slice(0, -1)},"files":${files_json}}`),

    /** All of them or none; numbered in the order in which they were given. */
    async create(owner: string, tasks: NewTask[]) {
      const { result, change } = await history.create(owner, async (draft) => {
        const made = await draft.create(tasks.map((task) => newRow(nextId(), task, draft.at)))
        // Numbers are never given twice: only an owner whose numbers exceed the limit can have too many tasks.
        const mayExceed = made.some(({ number }) => number > config.maxTasks)
        if (mayExceed && (await countTasks(draft.tx, owner)) > config.maxTasks) throw tooManyTasks(config.maxTasks)
        return made
      })
      return { tasks: result.map(taskOf), change }
    },

    /** Changes some fields; where a version is given, only when the task still has it. */
    async update(owner: string, id: string, values: TaskChange, version?: number) {
      const { result, change } = await history.change(owner, async (draft) => {
        const row = await presentTask(draft, id)
        if (version !== undefined && version !== row.version) throw new ChangedMeanwhile(taskOf(row))
        return draft.set(row, { ...cleaned(values, row, draft.at), ...(await placed(draft, row, values)) })
      })
      return { task: taskOf(result), change }
    },

    /** Changes tasks in the same way, all of them or none, as one change. */
    async updateMany(owner: string, ids: string[], { addLabels = [], removeLabels = [], ...values }: ManyChange) {
      const { result, change } = await history.change(owner, async (draft) => {
        const changed: TaskRow[] = []
        const removed = cleanLabels(removeLabels)
        for (const row of await presentTasks(draft, ids)) {
          const left = (JSON.parse(row.labels) as string[]).filter((label) => !removed.includes(label))
          const labels = cleanLabels([...left, ...addLabels])
          if (labels.length > taskLimits.labels) throw tooManyLabels(row)
          changed.push(await draft.set(row, cleaned({ ...values, labels }, row, draft.at)))
        }
        return changed
      })
      return { tasks: result.map(taskOf), change }
    },
    /** Moves tasks to the trash, all of them or none, as one change. */
    async removeMany(owner: string, ids: string[]) {
      const { result, change } = await history.change(owner, async (draft) => {
        const rows = await presentTasks(draft, ids)
        for (const row of rows) await draft.trash(row)
        return rows.length
      })
      return { count: result, change }
    },

    /** Moves a task to the trash. */
    async remove(owner: string, id: string): Promise<number | null> {
      const { change } = await history.change(owner, async (draft) => draft.trash(await presentTask(draft, id)))
      return change
    },

    /** The id of a task that is there, whichever way it was named. */
    idOf: async (owner: string, id: string): Promise<string> => (await existing(owner, id)).id,
  }
}

/** The filter as a text, the same for the same filter. */
export function keyOfFilter({ status = '', priority = '', label = '', dueFrom = '', dueTo = '', q = '' }: TaskFilter) {
  return status || priority || label || dueFrom || dueTo || q
    ? JSON.stringify([status, priority, cleanLabel(label), dueFrom, dueTo, queryWords(q)])
    : ''
}

/** Search returns at most so many results. */
const maxFound = 200

async function* listJson(pages: AsyncIterable<string[]>) {
  yield '{"tasks":'
  yield* jsonList(pages)
  yield '}'
}

export type TaskRules = ReturnType<typeof taskRules>

/** Somebody was quicker; the answer shows the task as it is now. */
export class ChangedMeanwhile extends AppError {
  constructor(task: Task) {
    super('changed_meanwhile', 'This task was changed meanwhile. Nothing was overwritten.', { more: { task } })
  }
}

/** A task that is there and not in the trash, within a change. */
export async function presentTask(draft: Draft, id: string): Promise<TaskRow> {
  const row = await draft.task(keyOf(id))
  if (!row || row.trashed_at) throw absent()
  return row
}

/** Each of these tasks once, however often and in whichever way it is named. */
async function presentTasks(draft: Draft, ids: string[]): Promise<TaskRow[]> {
  const rows = new Map<string, TaskRow>()
  for (const id of ids) {
    const row = await presentTask(draft, id)
    rows.set(row.id, row)
  }
  return [...rows.values()]
}

function tooManyTasks(maxTasks: number) {
  return new AppError(
    'too_large',
    `You would have more than ${maxTasks} tasks, the most that this server allows, with those in the trash. Delete some and empty the trash first.`,
  )
}

function tooManyLabels({ number }: TaskRow) {
  return new AppError('invalid_input', `Task #${number} would have more than ${taskLimits.labels} labels.`)
}

function newRow(id: string, task: NewTask, now: string): NewRow {
  const status = task.status ?? defaults.status
  return {
    id,
    title: task.title.trim(),
    description: task.description.trim(),
    priority: task.priority ?? defaults.priority,
    due_date: dayOf(task.dueDate),
    status,
    labels: JSON.stringify(cleanLabels(task.labels ?? [])),
    created_at: now,
    updated_at: now,
    completed_at: completedAt(status, null, now),
  }
}

function cleaned(values: TaskChange, row: TaskRow, now: string) {
  const { title, description, dueDate, status, priority, labels, position } = values
  return {
    ...(labels === undefined ? {} : { labels: cleanLabels(labels) }),
    ...(position === undefined ? {} : { position }),
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(dueDate === undefined ? {} : { dueDate: dayOf(dueDate) + wireDay }),
    ...(priority === undefined ? {} : { priority }),
    ...(status === undefined ? {} : { status, completedAt: completedAt(status, row.completed_at, now) }),
  }
}

async function placed(draft: Draft, row: TaskRow, { place, position }: TaskChange) {
  if (!place) return {}
  if (position !== undefined) throw new AppError('invalid_input', 'Give either place or position, not both.')
  return { position: await makeRoom(draft, row, place) }
}

const cleanLabels = (labels: string[]) => [...new Set(labels.map(cleanLabel))]

function completedAt(status: Status, before: string | null, now: string) {
  return status === 'Completed' ? (before ?? now) : null
}

function dayOf(text: string): string {
  const day = parseDay(text)
  if (!day) throw new AppError('invalid_input', 'dueDate must be a day such as 2026-11-14.')
  return day
}

function tooManyWords() {
  return new AppError('invalid_input', `q must have at most ${maxQueryWords} different words.`)
}

function searchTooSlow() {
  return new AppError(
    'too_slow',
    'This search takes too long. Use fewer or longer words, or filter by status, priority, label or due date as well.',
  )
}

const absent = () => new AppError('not_found', 'That task does not exist.')
