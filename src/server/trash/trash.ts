import { AppError } from '../../contract/errors.ts'
import { trashDays } from '../../contract/trash.ts'
import { JsonAnswer } from '../answers/json-answer.ts'
import { jsonList } from '../answers/json-list.ts'
import type { LongAnswers } from '../answers/long-answers.ts'
import type { Database } from '../database/database.ts'
import type { FileRow, TaskRow } from '../database/schema.ts'
import type { FileWrites } from '../files/file-writes.ts'
import type { FileRules } from '../files/files.ts'
import { fileOf } from '../files/present.ts'
import { trashedFiles } from '../files/trashed-files.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { taskOf } from '../tasks/fields.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { trashedTasks } from '../tasks/trashed-tasks.ts'
import { inSlices } from '../work/slices.ts'

interface Dependencies {
  database: Database
  longAnswer: LongAnswers
  history: HistoryRules
  tasks: TaskRules
  taskWrites: TaskWrites
  files: FileRules
  fileWrites: FileWrites
  clock: () => number
}

const day = 24 * 3_600_000
const endOfTime = '9999'
/** How long one call deletes. Browsers and proxies give up after 30 s or more without an answer. */
const maxEmptyingMs = 15_000
/** The tasks or files that one slice reads. Its time limits how many of them it deletes for good. */
const purgedAtOnce = 20

/** Tasks and files to be deleted for good. */
interface ToPurge {
  tasks: TaskRow[]
  files: { task: TaskRow; file: FileRow }[]
}

/** Deleted tasks and files, until they are restored or deleted for good. */
export function trashRules({
  database,
  longAnswer,
  history,
  tasks,
  taskWrites,
  files,
  fileWrites,
  clock,
}: Dependencies) {
  const ofTasks = trashedTasks(database, taskWrites)
  const ofFiles = trashedFiles({ database, tasks, files: fileWrites })

  async function* trashJson(owner: string) {
    yield '{"tasks":'
    yield* jsonList(ofTasks.pages(owner))
    yield ',"files":'
    yield* jsonList(ofFiles.pages(owner))
    yield '}'
  }

  /** Deletes for good, and answers with what `answer` makes of the number of deleted things. The bytes of files are removed after their rows. */
  function purge<A>(
    author: Author,
    choose: (draft: Draft) => Promise<ToPurge>,
    answer: (count: number) => A,
  ): Promise<A> {
    const work = async (draft: Draft) => {
      const chosen = await choose(draft)
      const ids: string[] = []
      let count = 0
      for (const row of chosen.tasks) {
        if (count && draft.isOver()) break
        count++
        ids.push(...(await fileWrites.ofTask(draft, row.id)).map((file) => file.id))
        await taskWrites.purge(draft, row)
      }
      for (const { task, file } of chosen.files) {
        if (count && draft.isOver()) break
        count++
        ids.push(file.id)
        await fileWrites.erase(draft, task, file)
      }
      draft.afterCommit(() => files.discard(author.owner, ids))
      return count
    }
    return history.change(author, work, answer)
  }

  /** Chooses some of the tasks and files that were moved to the trash before a time. Tasks come first, because their files are deleted with them. */
  async function oldSlice(draft: Draft, before: string): Promise<ToPurge> {
    const oldTasks = await ofTasks.old(draft, before, purgedAtOnce)
    if (oldTasks.length) return { tasks: oldTasks, files: [] }
    const oldFiles: ToPurge['files'] = []
    for (const file of await ofFiles.old(draft, before, purgedAtOnce)) {
      const task = await taskWrites.find(draft, { id: file.task_id })
      if (task) oldFiles.push({ task, file })
    }
    return { tasks: [], files: oldFiles }
  }

  /**
   * Deletes the tasks and files that were moved to an owner's trash before a time, in slices of one change each. Other users can write between
   * the slices, and things that are restored in the meantime are kept. Ends before everything is deleted if `isOver` says so after a slice.
   */
  async function purgeOld(
    { owner, via }: Author,
    before: string,
    { stop, isOver = () => false }: { stop?: AbortSignal | undefined; isOver?: () => boolean },
  ): Promise<{ count: number; isDone: boolean }> {
    let count = 0
    let isDone = false
    await inSlices(async () => {
      const purged = await purge(
        { owner, via },
        (draft) => oldSlice(draft, before),
        (count) => count,
      )
      count += purged
      isDone = purged === 0
      return !isDone && !isOver()
    }, stop)
    return { count, isDone }
  }

  /** The next owner, in the order of their ids, with something that was moved to the trash before a time. */
  async function ownerWithOld(before: string, after: string): Promise<string | undefined> {
    const owners = await Promise.all([ofTasks.ownerWithOld(before, after), ofFiles.ownerWithOld(before, after)])
    return owners.flatMap((owner) => owner ?? []).sort()[0]
  }

  return {
    /** Everything in the trash, newest first, as JSON. */
    list: async (owner: string): Promise<JsonAnswer> => new JsonAnswer(await longAnswer(owner, trashJson(owner))),
    json: trashJson,
    /** The tasks in the trash, newest first, as pages of JSON. */
    taskPages: ofTasks.pages,

    restore: (author: Author, id: string) =>
      history.change(
        author,
        async (draft) => taskWrites.restore(draft, await ofTasks.find(draft, id)),
        (row, numbers) => ({ message: 'Task restored.', task: taskOf(row), ...numbers }),
      ),
    restoreFile(author: Author, taskId: string, id: string) {
      const work = async (draft: Draft) => {
        const { task, file } = await ofFiles.find(draft, taskId, id)
        await fileWrites.reattach(draft, task, file)
        return file
      }
      return history.change(author, work, (file, numbers) => ({
        message: 'File restored.',
        file: fileOf(file),
        ...numbers,
      }))
    },

    purge: (author: Author, id: string) =>
      purge(
        author,
        async (draft) => ({ tasks: [await ofTasks.find(draft, id)], files: [] }),
        () => ({ message: 'Task deleted for good.' }),
      ),
    purgeFile: (author: Author, taskId: string, id: string) =>
      purge(
        author,
        async (draft) => ({ tasks: [], files: [await ofFiles.find(draft, taskId, id)] }),
        () => ({ message: 'File deleted for good.' }),
      ),
    /** Deletes everything in the trash for good, or as much as one call may take; the answer then says that there is more. */
    async empty(author: Author): Promise<{ message: string; more?: boolean }> {
      await history.refuseRepetition(author)
      const end = clock() + maxEmptyingMs
      const { count, isDone } = await purgeOld(author, endOfTime, { isOver: () => clock() >= end })
      if (!isDone) return history.conclude(author, { message: notEmpty(count), more: true })
      return history.conclude(author, { message: count ? 'The trash is empty.' : 'The trash was empty already.' })
    },
    /** Deletes everything for good that has been in the trash of any owner for `trashDays`. */
    async emptyOld(stop?: AbortSignal): Promise<void> {
      const before = new Date(clock() - trashDays * day).toISOString()
      for (let owner = await ownerWithOld(before, ''); owner; owner = await ownerWithOld(before, owner)) {
        if (stop?.aborted) return
        await purgeOld({ owner, via: 'system' }, before, { stop }).catch((error) => {
          // All data of a deleted account is removed anyway.
          if (!(error instanceof AppError && error.code === 'not_signed_in')) throw error
        })
      }
    },
  }
}

const notEmpty = (count: number) =>
  `${count} tasks and files were deleted for good. The trash is not empty yet: empty it again to delete the rest.`

export type TrashRules = ReturnType<typeof trashRules>
