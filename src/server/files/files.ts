import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Logger } from 'pino'
import { AppError } from '../../contract/errors.ts'
import { fingerprintOf } from '../callers/sent-key.ts'
import type { Upload, UploadedFile } from '../calls/upload.ts'
import type { Database } from '../database/database.ts'
import type { FileRow } from '../database/schema.ts'
import { type DownloadHeaders, type FileStore, type StoredFile, StoreError } from '../file-store/store.ts'
import { ChangedFile, verified } from '../file-store/verified.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { InstallationRules } from '../installation/installation.ts'
import type { Config } from '../settings/config.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { lanes } from '../work/lanes.ts'
import { cleanName } from './file-name.ts'
import { filePages, fileTable } from './file-table.ts'
import type { FileWrites } from './file-writes.ts'
import { unknownFiles } from './known-files.ts'
import { fileOf } from './present.ts'
import { type Reservation, uploadQuota } from './quota.ts'
import { sweepRules } from './sweep.ts'

interface Dependencies {
  database: Database
  history: HistoryRules
  tasks: Pick<TaskRules, 'idOf' | 'present'>
  writes: FileWrites
  store: FileStore
  installation: InstallationRules
  config: Pick<Config, 'maxFileBytes' | 'maxUserBytes' | 'maxFiles' | 'maxSweepPercent'>
  clock: () => number
  log: Logger
  /** Whether a backup is being made on any node. It may contain the row of a file that has been deleted since. */
  isBackupRunning: () => Promise<boolean>
}

/** Repetitions of an upload that wait for the first one to finish. */
const repeatedUploads = { maxRunning: 1, maxWaiting: 20 }

/** Completion files: bytes in the store, rows in the database. Bytes are stored before their row and removed after it. */
export function fileRules({
  database,
  history,
  tasks,
  writes,
  store,
  installation,
  config,
  clock,
  log,
  isBackupRunning,
}: Dependencies) {
  const table = fileTable(database.db)
  const repetitions = lanes(repeatedUploads)
  const pages = filePages(database)
  const quota = uploadQuota({ database, history, config, clock })
  const sweep = sweepRules({ store, installation, unknown: unknownFiles(database), config, clock, log })

  /** Removes bytes without rows. The sweep removes those that the store cannot remove now. */
  async function removeBytes(owner: string, ids: string[]): Promise<void> {
    for (const id of ids) {
      try {
        await store.remove(owner, id)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        log.warn({ owner, file: id }, `The sweep will remove the bytes of a deleted file later. ${error.message}`)
        // Further attempts would take as long, and the caller waits.
        return
      }
    }
  }

  /** Attaches a stored file to a task. Removes its bytes if that fails, or if the file was attached by an earlier call with the same key. */
  async function attach(
    author: Author,
    taskId: string,
    file: UploadedFile,
    stored: StoredFile,
    reservation: Reservation,
  ) {
    const { owner } = author
    const work = async (draft: Draft) => {
      const row: FileRow = {
        user_id: owner,
        task_id: taskId,
        id: stored.id,
        name: cleanName(file.name),
        size: stored.size,
        type: cleanType(file.type),
        sha256: stored.sha256,
        created_at: draft.at,
        removed_at: null,
      }
      // Fails if the task was deleted during the upload.
      const task = await tasks.present(draft, taskId)
      await reservation.exchange(draft, row.size)
      await writes.attach(draft, task, row)
      return row
    }
    try {
      return await history.change(withContent(author, file, stored), work, (row, numbers) => ({
        message: 'File uploaded successfully!',
        file: fileOf(row),
        ...numbers,
      }))
    } catch (error) {
      // If the database got lost, the file may have been attached. Otherwise the sweep removes its bytes.
      if (database.outage(error)?.kind !== 'unreachable') await removeBytes(owner, [stored.id])
      throw error
    }
  }

  async function addNew(author: Author, task: string, upload: Upload) {
    const { owner, via } = author
    const taskId = await tasks.idOf(owner, task)
    const file = await upload.open()
    if (!(await installation.matches())) throw foreignFiles()
    const reservation = await quota.begin({ owner, via }, upload.length)
    try {
      const stored = await store.save(owner, reservation.count(file.bytes))
      return await attach(author, taskId, file, stored, reservation)
    } catch (error) {
      await reservation.release()
      throw error
    }
  }

  /** Reads a repeated upload only to compare it with the first one. It needs no space, and its task may be gone by now. */
  async function addAgain(author: Author, upload: Upload): Promise<never> {
    const file = await upload.open()
    await history.refuseRepetition(withContent(author, file, await digest(file.bytes)))
    throw new AppError('conflict', 'This Idempotency-Key has just expired. Use a new key.')
  }

  return {
    /** Adds a file to a task. */
    async add(author: Author, task: string, upload: Upload): ReturnType<typeof addNew> {
      const { owner, key } = author
      try {
        if (!key) return await addNew(author, task, upload)
        return await repetitions.run(`${owner} ${key.key}`, async () =>
          (await history.isAnswered(author)) ? addAgain(author, upload) : addNew(author, task, upload),
        )
      } finally {
        upload.close()
      }
    },

    async find(owner: string, taskId: string, id: string): Promise<FileRow> {
      const row = await table.find(owner, taskId, id)
      if (!row) throw absent()
      return row
    },
    /** The bytes of a file, or a part of them. Ends with an error if they are not those that were uploaded. */
    async read(
      { user_id: owner, id, size, sha256 }: FileRow,
      range?: { start: number; end: number },
    ): Promise<Readable> {
      const bytes = await store.read(owner, id, range)
      const expected = range ? { size: range.end - range.start + 1 } : { size, sha256 }
      return verified(bytes, expected).on('error', (error) => {
        if (error instanceof ChangedFile)
          log.error({ owner, file: id }, `${error.message} (${owner}/${id} in ${store.name})`)
      })
    },
    /** An address of the object store from which the file can be downloaded for a short time, if there is one. */
    signedUrl: ({ user_id: owner, id }: FileRow, headers: DownloadHeaders) => store.signedUrl({ owner, id }, headers),

    /** Moves a file to the trash. */
    remove(author: Author, taskId: string, id: string) {
      const work = async (draft: Draft) => {
        const task = await tasks.present(draft, taskId)
        const file = await writes.find(draft, task.id, id)
        if (!file || file.removed_at) throw absent()
        await writes.detach(draft, task, file)
      }
      return history.change(author, work, (_, numbers) => ({ message: 'File removed.', ...numbers }))
    },

    /** All files, including the trash, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const rows of pages(owner)) {
        yield rows.map((row) => JSON.stringify({ ...fileOf(row), task: row.task_id }))
      }
    },
    /** The rows of all files, including the trash, page by page. */
    rowPages: pages,
    /** For the files of an archive: bytes that get their rows later, with their tasks. */
    imported: {
      checkRoom: quota.checkRoom,
      async save(owner: string, bytes: AsyncIterable<Buffer>): Promise<StoredFile> {
        if (!(await installation.matches())) throw foreignFiles()
        return store.save(owner, bytes)
      },
      discard: removeBytes,
      insert: writes.insertWhole,
    },
    /** The number of all files, including the trash, and what they count against the quota. */
    used: table.used,
    bytes: table.bytes,
    /** Removes bytes whose rows are deleted. A running backup does so itself when it has copied them. */
    async discard(owner: string, ids: string[]): Promise<void> {
      if (!(await isBackupRunning())) await removeBytes(owner, ids)
    },
    /** Removes all bytes of an owner. Returns false, and does nothing, while a backup is being made. */
    async discardAll(owner: string): Promise<boolean> {
      if (await isBackupRunning()) return false
      await store.removeAll(owner)
      return true
    },
    async sweep(): Promise<void> {
      await quota.removeExpired()
      // The next sweep comes within an hour of the end of the backup.
      if (!(await isBackupRunning())) await sweep()
    },
  }
}

export type FileRules = ReturnType<typeof fileRules>

/** The author with a key that also identifies the uploaded file. */
function withContent(author: Author, { name, type }: UploadedFile, { size, sha256 }: Omit<StoredFile, 'id'>): Author {
  const { key } = author
  return key
    ? { ...author, key: { ...key, fingerprint: fingerprintOf(key.fingerprint, name, type, size, sha256) } }
    : author
}

async function digest(bytes: AsyncIterable<Buffer>): Promise<Omit<StoredFile, 'id'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    hash.update(chunk)
  }
  return { size, sha256: hash.digest('hex') }
}

/** A file in the folder of another database would be lost as soon as the settings are corrected. */
const foreignFiles = () =>
  new AppError(
    'unavailable',
    'Files cannot be uploaded at the moment, because the file storage of the server belongs to another database. Please inform the operator of this server.',
  )

const absent = () => new AppError('not_found', 'That file does not exist.')

/** The media type that the client declares, if it is valid. */
function cleanType(type: string) {
  return /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(type) ? type : 'application/octet-stream'
}
