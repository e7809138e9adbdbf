import { AppError } from '../../contract/errors.ts'
import type { CompletionFile } from '../../contract/schemas/files.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { FileRow } from '../database/schema.ts'
import { cleanName } from './file-name.ts'
import { fileTable } from './file-table.ts'
import { type FileStore, TooManyBytes } from './store.ts'

interface Parts {
  database: Database
  store: FileStore
  config: Pick<Config, 'maxFileBytes' | 'maxUserBytes'>
  clock: () => number
}

export interface Upload {
  name: string
  type: string
  bytes: AsyncIterable<Buffer>
}

/** Completion files: the bytes in the store, what is known about them in the database. The bytes come first and go last. */
export function fileRules({ database, store, config, clock }: Parts) {
  const table = fileTable(database.db)

  return {
    async add(owner: string, taskId: string, upload: Upload): Promise<CompletionFile> {
      const room = config.maxUserBytes - (await table.used(owner))
      const limit = Math.min(config.maxFileBytes, room)
      const stored = await store.save(owner, upload.bytes, limit).catch((error) => {
        throw error instanceof TooManyBytes ? tooLarge(config, limit) : error
      })
      const row: FileRow = {
        user_id: owner,
        task_id: taskId,
        id: stored.id,
        name: cleanName(upload.name),
        size: stored.size,
        type: cleanType(upload.type),
        sha256: stored.sha256,
        created_at: new Date(clock()).toISOString(),
      }
      try {
        await database.transaction(async (tx) => {
          const inside = fileTable(tx)
          await inside.lock(owner)
          await inside.insert(row)
          // Uploads at the same time each had room of their own; together they must not have more.
          if ((await inside.used(owner)) > config.maxUserBytes) throw tooLarge(config, 0)
        })
      } catch (error) {
        await store.remove(owner, stored.id)
        throw error
      }
      return fileOf(row)
    },

    async find(owner: string, taskId: string, id: string): Promise<FileRow> {
      const row = await table.find(owner, taskId, id)
      if (!row) throw new AppError('not_found', 'That file does not exist.')
      return row
    },
    read: ({ user_id, id }: FileRow, range?: { start: number; end: number }) => store.read(user_id, id, range),

    async remove(owner: string, taskId: string, id: string): Promise<void> {
      if (!(await table.find(owner, taskId, id))) throw new AppError('not_found', 'That file does not exist.')
      await table.remove(owner, taskId, id)
      await store.remove(owner, id)
    },

    all: async (owner: string) => (await table.all(owner)).map((row) => ({ ...fileOf(row), task: row.task_id })),
    idsOf: table.idsOf,
    /** Removes bytes whose rows are gone. */
    async discard(owner: string, ids: string[]): Promise<void> {
      for (const id of ids) await store.remove(owner, id)
    },
    discardAll: (owner: string) => store.removeAll(owner),
    sweep: () => store.sweep(table.isKnown),
  }
}

export type FileRules = ReturnType<typeof fileRules>

function fileOf({ id, name, size, type, sha256, created_at }: FileRow): CompletionFile {
  return { _id: id, name, size, type, sha256, createdAt: created_at }
}

/** The type that the client says, when it could be one. */
function cleanType(type: string) {
  return /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(type) ? type : 'application/octet-stream'
}

function tooLarge(config: Parts['config'], limit: number) {
  const mega = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  return limit === config.maxFileBytes
    ? new AppError('too_large', `The file is too large: at most ${mega(config.maxFileBytes)}.`)
    : new AppError(
        'too_large',
        `Your files would take more than ${mega(config.maxUserBytes)} together. Remove some first.`,
      )
}
