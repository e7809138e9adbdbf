import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import { ownFileLimit } from '../restrictions/restrictions.ts'
import type { Config } from '../settings/config.ts'
import { chargedBytes, fileTable } from './file-table.ts'
import { uploadTable } from './upload-table.ts'

interface Dependencies {
  database: Database
  history: HistoryRules
  config: Pick<Config, 'maxFileBytes' | 'maxUserBytes' | 'maxFiles'>
  clock: () => number
}

/** The space that is reserved for one upload. */
export interface Reservation {
  /** Passes the bytes on, and reserves more space before they exceed the reservation. Fails with `too_large`. */
  count(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>
  /** Ends the reservation in the transaction that stores a file of this size. Fails with `too_large`. */
  exchange(draft: Draft, size: number): Promise<void>
  /** Ends the reservation of a failed upload. */
  release(): Promise<void>
}

/** Concurrent uploads of one user on all nodes. */
export const maxUploads = 8
/** The process of a reservation that is not renewed for this long has died. */
const leaseMs = 120_000
const renewAfterMs = leaseMs / 4
/** The first reservation for an upload that does not declare its size; doubled whenever it is used up. */
const firstStepBytes = 1_000_000
/** The maximum that a form adds to its file: boundaries and the headers of one part. */
const maxFormBytes = 16_384

/**
 * Counts uploads in progress against their owner's quota. Reservations are rows with an expiry: every node sees them, and they expire if
 * their process dies. Each call is a short transaction behind the owner's lock, which is not held while bytes are streamed.
 */
export function uploadQuota({ database, history, config, clock }: Dependencies) {
  const { maxFileBytes, maxFiles } = config
  const validity = () => ({ after: clock(), until: clock() + 2 * leaseMs })

  /** The space that is left for this upload. */
  async function roomFor(draft: Pick<Draft, 'tx'>, owner: string, id: string) {
    const others = await uploadTable(draft.tx).others(owner, id, validity())
    const used = await fileTable(draft.tx).used(owner)
    const max = (await ownFileLimit(draft.tx, owner)) ?? config.maxUserBytes
    return { max, room: max - used.bytes - others.bytes, running: others.count, files: used.count }
  }

  /** Reserves between `minBytes` and `maxBytes`, and returns the number of reserved bytes. */
  async function reserve(
    author: Author,
    id: string,
    minBytes: number,
    maxBytes: number,
    isNew = false,
  ): Promise<number> {
    const work = async (draft: Draft) => {
      const { owner } = author
      const { max, room, running, files } = await roomFor(draft, owner, id)
      if (isNew && running >= maxUploads) throw tooManyUploads()
      if (isNew && files + running >= maxFiles) throw tooManyFiles(maxFiles)
      if (chargedBytes(minBytes) > room) throw overQuota(max)
      const granted = Math.min(chargedBytes(maxBytes), room)
      await uploadTable(draft.tx).reserve(owner, id, granted, clock() + leaseMs)
      return granted
    }
    return history.change(author, work, (granted) => granted)
  }

  return {
    /** Reserves space for an upload whose request has `length` bytes, if known. Fails with `too_large` or `too_many_requests`. */
    async begin(author: Author, length: number | undefined): Promise<Reservation> {
      const { owner } = author
      const id = randomUUID()
      const minBytes = length === undefined ? 0 : Math.max(0, length - maxFormBytes)
      if (minBytes > maxFileBytes) throw fileTooLarge(maxFileBytes)
      let reserved = await reserve(author, id, minBytes, Math.min(length ?? firstStepBytes, maxFileBytes), true)
      let renewAt = clock() + renewAfterMs

      async function cover(size: number) {
        if (size > maxFileBytes) throw fileTooLarge(maxFileBytes)
        if (size > reserved) {
          const wanted = Math.max(size, Math.min(2 * reserved, maxFileBytes))
          reserved = await reserve(author, id, size, wanted)
        } else if (clock() >= renewAt) {
          reserved = (await reserve(author, id, size, reserved).catch(ignoreOutage)) ?? reserved
        } else return
        renewAt = clock() + renewAfterMs
      }

      return {
        async *count(bytes) {
          let size = 0
          for await (const chunk of bytes) {
            size += chunk.length
            await cover(size)
            yield chunk
          }
        },
        async exchange(draft, size) {
          // The reservation may have expired, and others may have taken the space.
          const { max, room, files } = await roomFor(draft, owner, id)
          if (files >= maxFiles) throw tooManyFiles(maxFiles)
          if (chargedBytes(size) > room) throw overQuota(max)
          await uploadTable(draft.tx).release(owner, id)
        },
        release: async () => {
          await uploadTable(database.db).release(owner, id).catch(ignoreOutage)
        },
      }
    },
    /** Fails with `too_large` if the owner has no room for files of these sizes. */
    async checkRoom(tx: Kysely<Schema>, owner: string, sizes: readonly number[]): Promise<void> {
      const { max, room, files } = await roomFor({ tx }, owner, '')
      if (files + sizes.length > maxFiles) throw tooManyFiles(maxFiles)
      if (sizes.some((size) => size > maxFileBytes)) throw fileTooLarge(maxFileBytes)
      if (sizes.reduce((sum, size) => sum + chargedBytes(size), 0) > room) throw overQuota(max)
    },
    removeExpired: () => uploadTable(database.db).removeExpired(validity()),
  }

  /** A reservation that cannot be renewed or released expires, and the quota is checked again when the file is stored. */
  function ignoreOutage(error: unknown): undefined {
    if (!database.outage(error)) throw error
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`

function fileTooLarge(maxFileBytes: number) {
  return new AppError('too_large', `The file is too large. The limit is ${megabytes(maxFileBytes)}.`)
}

function overQuota(maxUserBytes: number) {
  return new AppError(
    'too_large',
    `Your files, including the trash and uploads in progress, would exceed the limit of ${megabytes(maxUserBytes)}. Remove some and empty the trash first.`,
  )
}

function tooManyFiles(maxFiles: number) {
  return new AppError(
    'too_large',
    `You have reached the limit of ${maxFiles} files, including the trash and uploads in progress. Remove some and empty the trash first.`,
  )
}

function tooManyUploads() {
  return new AppError(
    'too_many_requests',
    `You are already uploading ${maxUploads} files. Try again when one of the uploads has finished.`,
    { retryAfter: 5 },
  )
}
