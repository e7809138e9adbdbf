import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import type { NewTask, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { defaults, type Status } from '../../contract/tasks.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft, NewRow } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { type Soon, whenThere } from '../soon.ts'
import { listCache } from './list-cache.ts'
import { taskOf, wireDay } from './present.ts'
import { taskIds } from './task-ids.ts'
import { taskReads } from './task-table.ts'

interface Parts {
  database: Database
  history: HistoryRules
  config: Pick<Config, 'listCacheBytes'>
}

/** Tasks of one owner. Somebody else's task is as absent as one that never was, and so is one in the trash. */
export function taskRules({ database, history, config }: Parts) {
  const cache = listCache(config.listCacheBytes)
  const read = taskReads(database)
  const nextId = taskIds()

  function existing(owner: string, id: string) {
    const key = keyOf(id)
    return whenThere('id' in key ? read.byId(owner, key.id) : read.byNumber(owner, key.number), ([row]) => {
      if (!row) throw absent()
      return row
    })
  }

  return {
    /** All tasks, or those of one status, as JSON. `seq` says how far the owner's log had got before, or is later. */
    list(owner: string, status: Status | '', seq: number): Soon<Buffer> {
      const key = `${owner} ${status}`
      const kept = cache.find(key, seq)
      if (kept) return kept
      return whenThere(status ? read.byStatus(owner, status) : read.all(owner), ([row]) => {
        const bytes = Buffer.from(`{"tasks":[${row?.list ?? ''}]}`)
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
        return draft.set(row, cleaned(values, row, draft.at))
      })
      return { task: taskOf(result), change }
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

export function keyOf(id: string): { id: string } | { number: number } {
  const number = /^#?(\d{1,9})$/.exec(id)?.[1]
  return number ? { number: Number(number) } : { id }
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
    created_at: now,
    updated_at: now,
    completed_at: completedAt(status, null, now),
  }
}

function cleaned({ title, description, dueDate, status, priority }: TaskChange, row: TaskRow, now: string) {
  return {
    ...(title === undefined ? {} : { title: title.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(dueDate === undefined ? {} : { dueDate: dayOf(dueDate) + wireDay }),
    ...(priority === undefined ? {} : { priority }),
    ...(status === undefined ? {} : { status, completedAt: completedAt(status, row.completed_at, now) }),
  }
}

function completedAt(status: Status, before: string | null, now: string) {
  return status === 'Completed' ? (before ?? now) : null
}

function dayOf(text: string): string {
  const day = parseDay(text)
  if (!day) throw new AppError('invalid_input', 'dueDate must be a day such as 2026-11-14.')
  return day
}

const absent = () => new AppError('not_found', 'That task does not exist.')
