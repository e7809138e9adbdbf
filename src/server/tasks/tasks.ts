import { parseDay } from '../../contract/calendar-day.ts'
import { AppError } from '../../contract/errors.ts'
import type { NewTask, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { defaults, type Status } from '../../contract/tasks.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import { taskIds } from './task-ids.ts'
import { taskOf, taskReads, taskTable } from './task-table.ts'

interface Parts {
  database: Database
  files: FileRules
  clock: () => number
}

/** Tasks of one owner. Somebody else's task is as absent as one that never was. */
export function taskRules({ database, files, clock }: Parts) {
  const read = taskReads(database)
  const table = taskTable(database.db)
  const nextId = taskIds()

  async function existing(owner: string, id: string): Promise<TaskRow> {
    const row = await table.find(owner, keyOf(id))
    if (!row) throw absent()
    return row
  }

  return {
    /** All tasks, or those of one status, as JSON. */
    async list(owner: string, status: Status | '' = ''): Promise<string> {
      const [row] = status ? await read.byStatus(owner, status) : await read.all(owner)
      return `{"tasks":${row?.json ?? '[]'}}`
    },

    /** One task with its files, as JSON. */
    async find(owner: string, id: string): Promise<string> {
      const key = keyOf(id)
      const [row] = 'id' in key ? await read.byId(owner, key.id) : await read.byNumber(owner, key.number)
      if (!row) throw absent()
      return row.json
    },

    /** All of them or none; numbered in the order in which they were given. */
    async create(owner: string, tasks: NewTask[]): Promise<Task[]> {
      const now = new Date(clock()).toISOString()
      return database.transaction(async (tx) => {
        const inside = taskTable(tx)
        const first = await inside.takeNumbers(owner, tasks.length)
        const rows = tasks.map((task, index) => newRow(owner, nextId(), first + index, task, now))
        await inside.insert(rows)
        return rows.map(taskOf)
      })
    },

    async update(owner: string, id: string, { dueDate, title, description, ...rest }: TaskChange): Promise<Task> {
      const now = new Date(clock()).toISOString()
      return database.transaction(async (tx) => {
        const inside = taskTable(tx)
        const row = await inside.find(owner, keyOf(id))
        if (!row) throw absent()
        const changed = await inside.update(owner, row.id, {
          ...rest,
          ...(title === undefined ? {} : { title: title.trim() }),
          ...(description === undefined ? {} : { description: description.trim() }),
          ...(dueDate === undefined ? {} : { due_date: dayOf(dueDate) }),
          completed_at: completedAt(rest.status ?? row.status, row.completed_at, now),
          updated_at: now,
        })
        if (!changed) throw absent()
        return taskOf(changed)
      })
    },

    async remove(owner: string, id: string): Promise<void> {
      const row = await existing(owner, id)
      const attached = await files.idsOf(owner, row.id)
      await table.remove(owner, row.id)
      await files.discard(owner, attached)
    },

    /** The id of a task that is there, whichever way it was named. */
    idOf: async (owner: string, id: string): Promise<string> => (await existing(owner, id)).id,
  }
}

export type TaskRules = ReturnType<typeof taskRules>

function keyOf(id: string): { id: string } | { number: number } {
  const number = /^#?(\d{1,9})$/.exec(id)?.[1]
  return number ? { number: Number(number) } : { id }
}

function newRow(owner: string, id: string, number: number, task: NewTask, now: string): TaskRow {
  const status = task.status ?? defaults.status
  return {
    user_id: owner,
    id,
    number,
    title: task.title.trim(),
    description: task.description.trim(),
    priority: task.priority ?? defaults.priority,
    due_date: dayOf(task.dueDate),
    status,
    version: 1,
    created_at: now,
    updated_at: now,
    completed_at: completedAt(status, null, now),
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
