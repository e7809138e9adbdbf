import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { FileRow } from '../database/schema.ts'
import type { Author } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { InstallationRules } from '../installation/installation.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { cleanName } from './file-name.ts'
import { filePages, fileTable } from './file-table.ts'
import type { FileWrites } from './file-writes.ts'
import { unknownFiles } from './known-files.ts'
import { fileOf } from './present.ts'
import { type Reservation, uploadQuota } from './quota.ts'
import type { FileStore, StoredFile } from './store.ts'
import { sweepRules } from './sweep.ts'

interface Parts {
  database: Database
  history: HistoryRules
  tasks: Pick<TaskRules, 'present'>
  writes: FileWrites
  store: FileStore
  installation: InstallationRules
  config: Pick<Config, 'maxFileBytes' | 'maxUserBytes' | 'maxFiles' | 'maxSweepPercent'>
  clock: () => number
  log: Logger
}

export interface Upload {
  name: string
  type: string
  /** The size of the whole request in bytes, if the client declares it. */
  length: number | undefined
  bytes: AsyncIterable<Buffer>
}

/** Completion files: bytes in the store, rows in the database. Bytes are stored before their row and removed after it. */
export function fileRules({ database, history, tasks, writes, store, installation, config, clock, log }: Parts) {
  const table = fileTable(database.db)
  const pages = filePages(database)
  const quota = uploadQuota({ database, history, config, clock })
  const sweep = sweepRules({ store, installation, unknown: unknownFiles(database), config, clock, log })

  /** Attaches a stored file to a task. Removes its bytes if that fails. */
  async function attach(author: Author, taskId: string, upload: Upload, stored: StoredFile, reservation: Reservation) {
    const { owner } = author
    try {
      const { result, change } = await history.change(author, async (draft) => {
        const row: FileRow = {
          user_id: owner,
          task_id: taskId,
          id: stored.id,
          name: cleanName(upload.name),
          size: stored.size,
          type: cleanType(upload.type),
          sha256: stored.sha256,
          created_at: draft.at,
          removed_at: null,
        }
        // Fails if the task was deleted during the upload.
        const task = await tasks.present(draft, taskId)
        await reservation.exchange(draft, row.size)
        await writes.attach(draft, task, row)
        return row
      })
      return { file: fileOf(result), change }
    } catch (error) {
      await store.remove(owner, stored.id)
      throw error
    }
  }

  return {
    async add(
      author: Author,
      taskId: string,
      upload: Upload,
    ): Promise<{ file: CompletionFile; change: number | null }> {
      if (!(await installation.matches())) throw foreignFiles()
      const reservation = await quota.begin(author, upload.length)
      try {
        const stored = await store.save(author.owner, reservation.count(upload.bytes))
        return await attach(author, taskId, upload, stored, reservation)
      } catch (error) {
        await reservation.release()
        throw error
      }
    },

    async find(owner: string, taskId: string, id: string): Promise<FileRow> {
      const row = await table.find(owner, taskId, id)
      if (!row) throw absent()
      return row
    },
    read: ({ user_id, id }: FileRow, range?: { start: number; end: number }) => store.read(user_id, id, range),

    /** Moves a file to the trash. */
    async remove(author: Author, taskId: string, id: string): Promise<number | null> {
      const { change } = await history.change(author, async (draft) => {
        const task = await tasks.present(draft, taskId)
        const file = await writes.find(draft, task.id, id)
        if (!file || file.removed_at) throw absent()
        await writes.detach(draft, task, file)
      })
      return change
    },

    /** All files, including the trash, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const rows of pages(owner)) {
        yield rows.map((row) => JSON.stringify({ ...fileOf(row), task: row.task_id }))
      }
    },
    /** Removes bytes whose rows are deleted. */
    async discard(owner: string, ids: string[]): Promise<void> {
      for (const id of ids) await store.remove(owner, id)
    },
    discardAll: (owner: string) => store.removeAll(owner),
    async sweep(): Promise<void> {
      await quota.removeExpired()
      await sweep()
    },
  }
}

export type FileRules = ReturnType<typeof fileRules>

/** A file in the folder of another database would be lost as soon as the settings are corrected. */
const foreignFiles = () =>
  new AppError(
    'unavailable',
    'Files cannot be uploaded at the moment, because the files folder of the server belongs to another database. Please inform the operator of this server.',
  )

const absent = () => new AppError('not_found', 'That file does not exist.')

/** The media type that the client declares, if it is valid. */
function cleanType(type: string) {
  return /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(type) ? type : 'application/octet-stream'
}
