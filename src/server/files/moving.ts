import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { type FileStore, StoreError } from '../file-store/store.ts'
import { ChangedFile, verified } from '../file-store/verified.ts'
import { type FileToMove, filesOfAll } from './file-table.ts'

export interface Progress {
  /** The files in the database so far. */
  files: number
  copied: number
  copiedBytes: number
  /** Files that were in the new store already. */
  present: number
  /** Files that were deleted while they were copied. */
  deleted: number
  /** `OWNER/ID: reason` of the files that could not be copied. */
  failed: string[]
}

interface Dependencies {
  database: Database
  from: FileStore
  to: FileStore
  /** Whether files that are in the new store already are read and compared again. */
  checkAll: boolean
  /** Called after every file. */
  onProgress: (progress: Progress) => void
}

/** Files that are copied at the same time. */
const maxAtOnce = 4

/**
 * Copies the files of all rows to another store, and reads each copy to compare its hash. Files that are there already are left alone, so an
 * interrupted move continues. The originals stay. The server may run: it can add and delete files meanwhile.
 *
 * Rejects with a StoreError if a store cannot be used.
 */
export async function copyFiles({ database, from, to, checkAll, onProgress }: Dependencies): Promise<Progress> {
  const progress: Progress = { files: 0, copied: 0, copiedBytes: 0, present: 0, deleted: 0, failed: [] }
  const rows = filesOfAll(database.db)

  async function isComplete(file: FileToMove): Promise<boolean> {
    const hash = createHash('sha256')
    for await (const chunk of await to.read(file.user_id, file.id)) hash.update(chunk as Buffer)
    return hash.digest('hex') === file.sha256
  }

  async function copy(file: FileToMove): Promise<void> {
    const { user_id: owner, id, size } = file
    const key = { owner, id }
    if ((await to.sizeOf(key)) === size && (!checkAll || (await isComplete(file)))) {
      progress.present++
      return
    }
    // Fails before the copy is complete if the original is not what was uploaded.
    await to.save(owner, verified(await from.read(owner, id), file), id)
    if (!(await isComplete(file))) {
      await to.remove(owner, id)
      throw new ChangedFile('the copy differs from the original')
    }
    progress.copied++
    progress.copiedBytes += size
  }

  async function move(file: FileToMove): Promise<void> {
    progress.files++
    try {
      await copy(file)
    } catch (error) {
      if (error instanceof StoreError) throw error
      // The original of a file that was deleted in the meantime is gone, and nothing is missing.
      if (await rows.has(file)) progress.failed.push(`${file.user_id}/${file.id}: ${(error as Error).message}`)
      else progress.deleted++
    }
    // The server has deleted both, but perhaps before the copy was complete.
    if (!(await rows.has(file))) await to.remove(file.user_id, file.id)
    onProgress(progress)
  }

  const waiting = rows.all()
  const worker = async () => {
    for (let next = await waiting.next(); !next.done; next = await waiting.next()) await move(next.value)
  }
  await Promise.all(Array.from({ length: maxAtOnce }, worker))
  return progress
}
