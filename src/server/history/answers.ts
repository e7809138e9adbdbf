import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { keyDays } from '../../contract/idempotency-key.ts'
import { keyReused, Repetition, type SentKey } from '../callers/sent-key.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import { inSlices } from '../work/slices.ts'
import { answerReads, answerStatements, answerTable, type StoredAnswer } from './answer-table.ts'
import { countersIn, deckTable } from './deck-table.ts'

/** Compressing a shorter answer takes longer than storing it, and saves little. */
const minCompressedLength = 1_024
const firstByteOfJson = '{'.charCodeAt(0)

export const packAnswer = (json: string): Uint8Array =>
  json.length < minCompressedLength ? Buffer.from(json) : zstdCompressSync(json)

/** The JSON of a stored answer. A zstd frame begins with another byte than an object in JSON. */
export function unpackAnswer(body: Uint8Array): string {
  return Buffer.from(body[0] === firstByteOfJson ? body : zstdDecompressSync(body)).toString()
}

/**
 * Compares a call with the stored one that has the same key. Throws a `Repetition` with its answer, or fails with `key_reused` if the
 * requests differ, and with `conflict` if the answer was deleted.
 */
function repeat({ fingerprint, body }: StoredAnswer, sent: SentKey): never {
  if (fingerprint !== sent.fingerprint) throw keyReused()
  if (!body) throw answerDeleted()
  throw new Repetition(unpackAnswer(body))
}

const answerDeleted = () =>
  new AppError(
    'conflict',
    'This change was already made. Something that it returned has been deleted for good since.',
    {
      more: { made: true },
    },
  )

/** The stored answers of one owner, within a transaction. */
export function answersOf(
  tx: Kysely<Schema>,
  owner: string,
  statements: ReturnType<typeof answerStatements>,
  sent: SentKey | undefined,
) {
  const table = answerTable(tx, owner, statements)
  return {
    clearBodies: table.clearBodies,
    /** Throws if a call with this key was answered before. The deck must be locked, so that no other call is about to store its answer. */
    async refuseRepetition(): Promise<void> {
      const stored = sent && (await table.find(sent.key))
      if (stored) repeat(stored, sent)
    },
    async store(body: Uint8Array, at: number, subjects: string[]): Promise<void> {
      if (sent) await table.insert({ key: sent.key, fingerprint: sent.fingerprint, at, body }, subjects)
    },
  }
}

/** The answers that were given to calls with a key: finds them, and removes them after 30 days. */
export function storedAnswers(database: Database, clock: () => number) {
  const { db } = database
  const reads = answerReads(database)
  const statements = answerStatements(db)
  const countersOf = countersIn(database)

  const find = (owner: string, key: string) => answerTable(db, owner, statements).find(key)

  async function remove(owner: string, keys: string[]): Promise<void> {
    await database.transaction(
      owner,
      async (tx) => {
        const deck = deckTable(tx, owner, countersOf(tx, owner))
        // Locked first, as in every change, to avoid a deadlock.
        await deck.hold()
        await deck.subtractText(await answerTable(tx, owner, statements).remove(keys))
      },
      'housekeeping',
    )
  }

  return {
    countBytes: reads.countBytes,
    /** Whether a call with this key was answered before. */
    has: async (owner: string, { key }: SentKey): Promise<boolean> => (await find(owner, key)) !== undefined,
    /** Throws if a call with this key was answered before: see `repeat`. */
    async refuseRepetition(owner: string, sent: SentKey): Promise<void> {
      const stored = await find(owner, sent.key)
      if (stored) repeat(stored, sent)
    },
    /** Removes a limited part of an owner's answers; returns false if nothing is left. */
    erase: (tx: Kysely<Schema>, owner: string) => answerTable(tx, owner, statements).erase(),
    /** Removes the answers of every owner that are older than `keyDays`. */
    async removeOld(stop?: AbortSignal): Promise<void> {
      const before = clock() - keyDays * 24 * 3_600_000
      await inSlices(async () => {
        const old = await reads.old(before)
        for (const [owner, rows] of Map.groupBy(old, ({ user_id }) => user_id)) {
          await remove(
            owner,
            rows.map(({ key }) => key),
          )
        }
        return old.length > 0
      }, stop)
    },
  }
}

export type StoredAnswers = ReturnType<typeof storedAnswers>
