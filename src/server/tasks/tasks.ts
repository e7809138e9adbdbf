import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import type { ManyChange, NewTask, Task, TaskChange, TaskFilter } from '../../contract/schemas/tasks.ts'
import { queryWords, scoreOf } from '../../contract/search.ts'
import { cleanLabel, defaults, type Status, taskLimits } from '../../contract/tasks.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft, NewRow } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { type Soon, whenThere } from '../soon.ts'
import { makeRoom } from './board-order.ts'
import { listCache } from './list-cache.ts'
import { taskOf, wireDay } from './present.ts'
import { keyOf, taskIds } from './task-ids.ts'
import { taskReads, taskTable } from './task-table.ts'

interface Parts {
  database: Database
  history: HistoryRules
  config: Pick<Config, 'listCacheBytes'>
}

/** Tasks of one owner. Somebody else's task is as absent as one that never was, and so is one in the trash. */
export function taskRules({ database, history, config }: Parts) {
  const cache = listCache(config.listCacheBytes)
  const read = taskReads(database)
  const find = taskTable(database.db)
  const nextId = taskIds()

  function existing(owner: string, id: string) {
    const key = keyOf(id)
    return whenThere('id' in key ? read.byId(owner, key.id) : read.byNumber(owner, key.number), ([row]) => {
      if (!row) throw absent()
      return row
    })
  }

  /** The tasks that a filter lets through, as JSON without its brackets. */
  function listText(owner: string, { status = '', ...more }: TaskFilter): Soon<string> {
    if (Object.values(more).some(Boolean)) return filteredText(owner, { status, ...more })
    return whenThere(status ? read.byStatus(owner, status) : read.all(owner), ([row]) => row?.list ?? '')
  }

  async function filteredText(owner: string, filter: TaskFilter): Promise<string> {
    const words = queryWords(filter.q ?? '')
    const rows = await find.filtered(owner, filter, words)
    return (await find.jsonOf(owner, best(rows, words))).join()
  }

  return {
    /** The tasks that a filter lets through, as JSON. `seq` says how far the owner's log had got before, or is later. */
    list(owner: string, filter: TaskFilter, seq: number): Soon<Buffer> {
      const key = `${owner} ${keyOfFilter(filter)}`
      const kept = cache.find(key, seq)
      if (kept) return kept
      return whenThere(listText(owner, filter), (text) => {
        const bytes = Buffer.from(`{"tasks":[${text}]}`)
        cache.keep(key, seq, bytes)
        return bytes
      })
    },

    /** One task with its files, as JSON. */
    find: (owner: string, id: string): Soon<string> =>
      whenThere(existing(owner, id), ({ json, files_json }) => `${json.slice(0, -1)},"files":${files_json}}`),

    /** All of them or none; numbered in the order in which they were given. */
    async create(owner: string, tasks: NewTask[]) {
      const { result, change } = await history.create(owner, (draft) =>
        draft.create(tasks.map((task) => newRow(nextId(), task, draft.at))),
      )
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

/** A search answers so many at most: who wants more says more words. */
const mostFound = 200

/** The ids of the rows that answer a query best; those that answer equally well as they come. All of them where nothing is asked. */
function best(rows: Pick<TaskRow, 'id' | 'words'>[], words: string[]): string[] {
  if (!words.length) return rows.map((row) => row.id)
  return rows
    .map(({ id, words: text }) => ({ id, score: scoreOf(text, words) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostFound)
    .map(({ id }) => id)
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

const absent = () => new AppError('not_found', 'That task does not exist.')
