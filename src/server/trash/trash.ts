import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { TrashedFile } from '../../contract/schemas/trash.ts'
import { trashDays } from '../../contract/trash.ts'
import type { Database } from '../database/database.ts'
import type { FileRow, TaskRow } from '../database/schema.ts'
import type { FileRules } from '../files/files.ts'
import { fileOf } from '../files/present.ts'
import type { Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { jsonList } from '../json-list.ts'
import type { LongAnswer, LongAnswers } from '../long-answers.ts'
import { taskOf } from '../tasks/present.ts'
import { keyOf } from '../tasks/task-ids.ts'
import { presentTask } from '../tasks/tasks.ts'
import { trashPages, trashTable } from './trash-table.ts'

interface Parts {
  database: Database
  longAnswer: LongAnswers
  history: HistoryRules
  files: FileRules
  clock: () => number
}

const day = 24 * 3_600_000
const endOfTime = '9999'
/** Tasks or files that one change deletes for good: the next change of another user waits for no more than these. */
const purgedAtOnce = 10

/** What was deleted, until it is restored or deleted for good. */
export function trashRules({ database, longAnswer, history, files, clock }: Parts) {
  const table = trashTable(database.db)
  const pages = trashPages(database)

  async function* trashJson(owner: string) {
    yield '{"tasks":'
    yield* jsonList(taskTexts(pages.tasks(owner)))
    yield ',"files":'
    yield* jsonList(fileTexts(pages.files(owner)))
    yield '}'
  }

  /** Deletes for good; the bytes go when the rows are gone. */
  async function purge(owner: string, choose: (draft: Draft) => Promise<Doomed>, actor = owner): Promise<number> {
    const { result } = await history.change(
      owner,
      async (draft) => {
        const { tasks, files: alone } = await choose(draft)
        const ids: string[] = []
        let count = alone.length
        for (const row of tasks) {
          if (draft.isLong()) break
          count++
          ids.push(...(await draft.filesOf(row.id)).map((file) => file.id))
          await draft.purge(row)
        }
        for (const { task, file } of alone) {
          ids.push(file.id)
          await draft.erase(task, file)
        }
        return { ids, count }
      },
      actor,
    )
    await files.discard(owner, result.ids)
    return result.count
  }

  /**
   * Deletes what has been in an owner's trash since before a time, in slices that are a change each: between them, other users write, and what is
   * restored meanwhile stays.
   */
  async function purgeOld(owner: string, before: string, actor = owner): Promise<number> {
    const slice = (draft: Draft) => oldSlice(draft, owner, before)
    let count = 0
    for (let purged = await purge(owner, slice, actor); purged; purged = await purge(owner, slice, actor)) {
      count += purged
      await nextTurn()
    }
    return count
  }

  return {
    /** Everything in the trash, newest first, as JSON. */
    list: (owner: string): Promise<LongAnswer> => longAnswer(owner, trashJson(owner)),
    json: trashJson,

    async restore(owner: string, id: string) {
      const { result, change } = await history.change(owner, async (draft) =>
        draft.restore(await trashedTask(draft, id)),
      )
      return { task: taskOf(result), change }
    },
    async restoreFile(owner: string, taskId: string, id: string) {
      const { result, change } = await history.change(owner, async (draft) => {
        const { task, file } = await trashedFile(draft, taskId, id)
        await draft.reattach(task, file)
        return file
      })
      return { file: fileOf(result), change }
    },

    purge: (owner: string, id: string) =>
      purge(owner, async (draft) => ({ tasks: [await trashedTask(draft, id)], files: [] })),
    purgeFile: (owner: string, taskId: string, id: string) =>
      purge(owner, async (draft) => ({ tasks: [], files: [await trashedFile(draft, taskId, id)] })),
    empty: (owner: string) => purgeOld(owner, endOfTime),
    /** Empties what has lain there for long enough, of everybody. */
    async emptyOld(stop?: AbortSignal): Promise<void> {
      const before = new Date(clock() - trashDays * day).toISOString()
      for (let owner = await table.ownerWithOld(before, ''); owner; owner = await table.ownerWithOld(before, owner)) {
        if (stop?.aborted) return
        await purgeOld(owner, before, 'taskdeck').catch((error) => {
          // Of a deleted account everything is removed anyway.
          if (!(error instanceof AppError && error.code === 'not_signed_in')) throw error
        })
      }
    },
  }
}

async function* taskTexts(pages: ReturnType<ReturnType<typeof trashPages>['tasks']>) {
  for await (const rows of pages) {
    yield rows.map(({ json, trashed_at }) => `${json.slice(0, -1)},"trashedAt":${JSON.stringify(trashed_at)}}`)
  }
}

async function* fileTexts(pages: ReturnType<ReturnType<typeof trashPages>['files']>) {
  for await (const rows of pages) {
    yield rows.flatMap(({ number, title, ...row }) => {
      if (number === null || title === null || row.removed_at === null) return []
      const task = { _id: row.task_id, number, title }
      return JSON.stringify({ ...fileOf(row), removedAt: row.removed_at, task } satisfies TrashedFile)
    })
  }
}

export type TrashRules = ReturnType<typeof trashRules>

interface Doomed {
  tasks: TaskRow[]
  files: { task: TaskRow; file: FileRow }[]
}

async function oldSlice(draft: Draft, owner: string, before: string): Promise<Doomed> {
  const table = trashTable(draft.tx)
  const tasks = await table.oldTasks(owner, before, purgedAtOnce)
  if (tasks.length) return { tasks, files: [] }
  const files: Doomed['files'] = []
  for (const file of await table.oldFiles(owner, before, purgedAtOnce)) {
    const task = await draft.task({ id: file.task_id })
    if (task) files.push({ task, file })
  }
  return { tasks, files }
}

async function trashedTask(draft: Draft, id: string): Promise<TaskRow> {
  const row = await draft.task(keyOf(id))
  if (!row?.trashed_at) throw new AppError('not_found', 'That task is not in the trash.')
  return row
}

async function trashedFile(draft: Draft, taskId: string, id: string) {
  const task = await presentTask(draft, taskId)
  const file = await draft.file(task.id, id)
  if (!file?.removed_at) throw new AppError('not_found', 'That file is not in the trash.')
  return { task, file }
}
