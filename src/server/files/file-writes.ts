import type { FileRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { fileOf } from './present.ts'

/** Reads and writes of files within a change. Every write records its event and updates the list that is sent with the task. */
export function fileWrites(tasks: TaskWrites) {
  const ofTask = ({ tx, owner }: Draft, taskId: string): Promise<FileRow[]> =>
    tx
      .selectFrom('files')
      .selectAll()
      .where('user_id', '=', owner)
      .where('task_id', '=', taskId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()

  async function setRemoved({ tx }: Draft, { user_id, task_id, id }: FileRow, removed_at: string | null) {
    await tx
      .updateTable('files')
      .set({ removed_at })
      .where('user_id', '=', user_id)
      .where('task_id', '=', task_id)
      .where('id', '=', id)
      .execute()
  }

  /** Updates the list that is sent with the task, and returns the number of files in it. */
  async function refreshTask(draft: Draft, task: TaskRow): Promise<number> {
    const shown = (await ofTask(draft, task.id)).filter((file) => file.removed_at === null)
    await tasks.setFiles(draft, task, JSON.stringify(shown.map(fileOf)))
    return shown.length
  }

  /** Like every write, it counts the files instead of adding one, so that a client that knows the new number already is not misled. */
  async function addToTask(draft: Draft, task: TaskRow, file: FileRow): Promise<void> {
    const after = JSON.stringify({ file: fileOf(file), fileCount: await refreshTask(draft, task) })
    draft.record({ subject: task.id, kind: 'attached', before: null, after, version: task.version })
  }

  return {
    /** A file, whether in the trash or not. */
    find: ({ tx, owner }: Draft, taskId: string, id: string): Promise<FileRow | undefined> =>
      tx
        .selectFrom('files')
        .selectAll()
        .where('user_id', '=', owner)
        .where('task_id', '=', taskId)
        .where('id', '=', id)
        .executeTakeFirst(),
    /** All files of a task, including the trash, newest first. */
    ofTask,
    async attach(draft: Draft, task: TaskRow, file: FileRow): Promise<void> {
      await draft.tx.insertInto('files').values(file).execute()
      await addToTask(draft, task, file)
    },
    /** Adds the rows of stored files as they are, without their events, to tasks that have the list of them already. */
    insertWhole: async ({ tx, owner }: Draft, rows: Omit<FileRow, 'user_id'>[]): Promise<void> => {
      await tx
        .insertInto('files')
        .values(rows.map((row) => ({ ...row, user_id: owner })))
        .execute()
    },
    /** Restores a file from the trash. */
    async reattach(draft: Draft, task: TaskRow, file: FileRow): Promise<void> {
      await setRemoved(draft, file, null)
      await addToTask(draft, task, file)
    },
    /** Moves a file to the trash. */
    async detach(draft: Draft, task: TaskRow, file: FileRow): Promise<void> {
      await setRemoved(draft, file, draft.at)
      const before = JSON.stringify({ file: fileOf(file), fileCount: (await refreshTask(draft, task)) + 1 })
      draft.record({ subject: task.id, kind: 'detached', before, after: null, version: task.version })
    },
    /** Removes a file in the trash for good. */
    async erase(draft: Draft, task: TaskRow, file: FileRow): Promise<void> {
      await draft.tx
        .deleteFrom('files')
        .where('user_id', '=', file.user_id)
        .where('task_id', '=', file.task_id)
        .where('id', '=', file.id)
        .execute()
      const before = JSON.stringify({ file: fileOf(file) })
      draft.record({ subject: task.id, kind: 'erased', before, after: null, version: task.version })
    },
  }
}

export type FileWrites = ReturnType<typeof fileWrites>
