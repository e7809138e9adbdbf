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
        for (const row of tasks) {
          ids.push(...(await draft.filesOf(row.id)).map((file) => file.id))
          await draft.purge(row)
        }
        for (const { task, file } of alone) {
          ids.push(file.id)
          await draft.erase(task, file)
        }
        return { ids, count: tasks.length + alone.length }
      },
      actor,
    )
    await files.discard(owner, result.ids)
    return result.count
  }

  /** Deletes what has lain in an owner's trash since before a time. What was restored meanwhile stays. */
  async function purgeOld(owner: string, before: string, actor = owner): Promise<number> {
    const [tasks, alone] = await Promise.all([table.tasks(owner), table.files(owner)])
    return purge(
      owner,
      async (draft) => {
        const doomed: Doomed = { tasks: [], files: [] }
        for (const { id } of tasks) {
          const task = await draft.task({ id })
          if (task?.trashed_at && task.trashed_at < before) doomed.tasks.push(task)
        }
        for (const { task_id, id } of alone) {
          const [task, file] = [await draft.task({ id: task_id }), await draft.file(task_id, id)]
          if (task && !task.trashed_at && file?.removed_at && file.removed_at < before)
            doomed.files.push({ task, file })
        }
        return doomed
      },
      actor,
    )
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
    async emptyOld(): Promise<void> {
      const before = new Date(clock() - trashDays * day).toISOString()
      for (const owner of await table.ownersWithOld(before)) {
        await purgeOld(owner, before, 'taskdeck')
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
