import { AppError } from '../../contract/errors.ts'
import type { ManyChange, NewTask, Task, TaskChange } from '../../contract/schemas/tasks.ts'
import { bulkValues, changedValues } from '../../contract/task-changes.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { LongAnswers } from '../long-answers.ts'
import { makeRoom } from './board-order.ts'
import { taskOf } from './fields.ts'
import { mergeEdits, versionsOf } from './merge.ts'
import { absent, taskReading } from './reading.ts'
import { keyOf, taskIds } from './task-ids.ts'
import { countTasks, erasing, taskTitles } from './task-table.ts'
import type { TaskWrites } from './task-writes.ts'
import { newRow } from './values.ts'

interface Parts {
  database: Database
  history: HistoryRules
  writes: TaskWrites
  longAnswer: LongAnswers
  config: Pick<Config, 'listCacheBytes' | 'maxSearchMs' | 'maxTasks'>
}

/** The tasks of one owner. Tasks of other owners are treated as missing, and so are those in the trash when they are read. */
export function taskRules({ database, history, writes, longAnswer, config }: Parts) {
  const nextId = taskIds()

  /** Finds each of these tasks once, even if it is named several times, by id and by number. Fails like `present`. */
  async function presentOnce(draft: Draft, ids: string[]): Promise<TaskRow[]> {
    const rows = new Map<string, TaskRow>()
    for (const id of ids) {
      const row = await writes.find(draft, keyOf(id))
      if (!row) throw absent()
      rows.set(row.id, row)
    }
    const found = [...rows.values()]
    const trashed = found.filter(({ trashed_at }) => trashed_at)
    if (trashed.length) throw inTrash(trashed)
    return found
  }

  /** Finds a task that is not in the trash, within a change. Fails with `not_found`, which says whether it can be restored. */
  async function present(draft: Draft, id: string): Promise<TaskRow> {
    const [row] = await presentOnce(draft, [id])
    if (!row) throw absent()
    return row
  }

  /** Adds tasks, each with the id that the client has chosen or with a new one. */
  async function add(draft: Draft, tasks: NewTask[]): Promise<Task[]> {
    const rows = tasks.map(({ _id = nextId(), ...task }) => newRow(_id, task, draft.at))
    const chosenIds = tasks.flatMap(({ _id }) => _id ?? [])
    const made = await writes.create(draft, rows, chosenIds)
    // Numbers are never reused, so only an owner whose numbers exceed the limit can have too many tasks.
    const mayExceed = made.some(({ number }) => number > config.maxTasks)
    if (mayExceed && (await countTasks(draft.tx, draft.owner)) > config.maxTasks) throw tooManyTasks(config.maxTasks)
    return made.map(taskOf)
  }

  return {
    ...taskReading({ database, longAnswer, config }),

    create: (author: Author, task: NewTask) =>
      history.create(
        author,
        async (draft) => {
          const [made] = await add(draft, [task])
          if (!made) throw new Error('A task was created but not returned')
          return made
        },
        (task, numbers) => ({ message: 'Task created successfully!', task, ...numbers }),
      ),
    /** Creates all of the tasks or none, numbered in the given order. */
    createMany: (author: Author, tasks: NewTask[]) =>
      history.create(
        author,
        (draft) => add(draft, tasks),
        (tasks, numbers) => ({ message: `${counted(tasks.length)} created.`, tasks, ...numbers }),
      ),

    /**
     * Changes some fields. If a version is given, the change is merged with those that were made since. Fails with `changed_meanwhile`
     * if they have changed the same fields.
     */
    async update(author: Author, id: string, values: TaskChange, version?: number) {
      const work = async (draft: Draft) => {
        const row = await present(draft, id)
        const wanted = changedValues(values, taskOf(row), draft.at)
        const [merged] = await mergeEdits(draft, [{ row, wanted, version }])
        checkLabels(row, merged.values.labels ?? [])
        return writes.set(draft, row, { ...merged.values, ...(await placed(writes, draft, row, values)) })
      }
      return history.change(author, work, (row, numbers) => ({
        message: 'Task updated successfully!',
        task: taskOf(row),
        ...numbers,
      }))
    },

    /** Changes all of the tasks or none in the same way, as one change. Merges like `update` where a version is given. */
    async updateMany(author: Author, ids: string[], values: ManyChange, versions: Record<string, number> = {}) {
      const work = async (draft: Draft) => {
        const changed: TaskRow[] = []
        const rows = await presentOnce(draft, ids)
        const versionOf = versionsOf(rows, versions)
        const edits = rows.map((row) => {
          const { labels: _, ...wanted } = bulkValues(values, taskOf(row), draft.at)
          return { row, wanted, version: versionOf.get(row.id) }
        })
        for (const { row, values: merged } of await mergeEdits(draft, edits)) {
          const { labels = [] } = bulkValues(values, taskOf(row), draft.at)
          checkLabels(row, labels)
          changed.push(await writes.set(draft, row, { ...merged, labels }))
        }
        return changed
      }
      return history.change(author, work, (rows, numbers) => ({
        message: `${counted(rows.length)} updated.`,
        tasks: rows.map(taskOf),
        ...numbers,
      }))
    },
    /** Moves all of the tasks or none to the trash, as one change. */
    removeMany(author: Author, ids: string[]) {
      const work = async (draft: Draft) => {
        const rows = await presentOnce(draft, ids)
        for (const row of rows) await writes.trash(draft, row)
        return rows.length
      }
      return history.change(author, work, (count, numbers) => ({ message: `${counted(count)} deleted.`, ...numbers }))
    },

    /** Moves a task to the trash. */
    remove: (author: Author, id: string) =>
      history.change(
        author,
        async (draft) => writes.trash(draft, await present(draft, id)),
        (_row, numbers) => ({ message: 'Task deleted successfully!', ...numbers }),
      ),

    present,
    /** The titles of tasks by id, without tasks in the trash. */
    titles: taskTitles(database),
    /** Removes a limited number of a deleted account's tasks, with the rows of their files. Returns false if none is left. */
    eraseSlice: erasing(database),
  }
}

export type TaskRules = ReturnType<typeof taskRules>

function tooManyTasks(maxTasks: number) {
  return new AppError(
    'too_large',
    `You would exceed the limit of ${maxTasks} tasks, including the trash. Delete some and empty the trash first.`,
  )
}

function checkLabels({ number }: TaskRow, labels: string[]): void {
  if (labels.length <= taskLimits.labels) return
  throw new AppError('invalid_input', `Task #${number} would have more than ${taskLimits.labels} labels.`)
}

function inTrash(rows: TaskRow[]) {
  const message =
    rows.length > 1
      ? `${rows.length} of these tasks are in the trash. Restore them first.`
      : 'That task is in the trash. Restore it first.'
  return new AppError('not_found', message, { more: { trashed: true, ids: rows.map(({ id }) => id) } })
}

async function placed(writes: TaskWrites, draft: Draft, row: TaskRow, { place, position }: TaskChange) {
  if (!place) return {}
  if (position !== undefined) throw new AppError('invalid_input', 'Give either place or position, not both.')
  return { position: await makeRoom(writes, draft, row, place) }
}

const counted = (count: number) => `${count} ${count === 1 ? 'task' : 'tasks'}`
