import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { limits } from '../../contract/accounts.ts'
import { AppError } from '../../contract/errors.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { type AccountTable, accountTable } from './account-table.ts'
import { userOf } from './sessions.ts'

const kinds: [string, (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('\xff\xd8\xff', 'latin1'))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
]

export const pictureTypes = kinds.map(([type]) => type)

/** Profile pictures: small, checked by their content, stored with the account, and shown only to their owner. */
export function pictureRules({ database, history }: { database: Database; history: Pick<HistoryRules, 'once'> }) {
  const table = accountTable(database.db)
  /** Writes the picture and its URL in the account, both or neither. */
  function change(
    caller: SessionCaller,
    image: string | null,
    write: (table: AccountTable) => Promise<unknown>,
    message: string,
  ) {
    const { owner } = caller
    const work = async (tx: Kysely<Schema>) => {
      const own = accountTable(tx)
      await own.update(owner, { image })
      const row = await own.find(owner)
      if (!row) throw new AppError('not_signed_in', 'This account no longer exists.')
      await write(own)
      return row
    }
    return history.once(caller, work, (row) => ({ message, user: userOf(row) }))
  }
  return {
    async set(caller: SessionCaller, base64: string) {
      const bytes = Buffer.from(base64, 'base64')
      const type = kinds.find(([, is]) => is(bytes))?.[0]
      if (!type)
        throw new AppError('wrong_type', 'That file is not a supported picture. Choose a PNG, JPEG or WebP file.')
      if (bytes.length > limits.pictureBytes)
        throw new AppError('too_large', 'The picture is too large. The limit is 300 kB.')
      const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
      const { owner } = caller
      const picture = { user_id: owner, type, base64: bytes.toString('base64'), hash }
      return change(caller, `/auth/picture/${hash}`, (own) => own.putPicture(picture), 'Picture changed.')
    },
    remove: (caller: SessionCaller) =>
      change(caller, null, (own) => own.removePicture(caller.owner), 'Picture removed.'),
    async find(owner: string, hash: string): Promise<{ type: string; bytes: Buffer }> {
      const row = await table.picture(owner)
      if (row?.hash !== hash) throw new AppError('not_found', 'That picture does not exist.')
      return { type: row.type, bytes: Buffer.from(row.base64, 'base64') }
    },
  }
}

export type PictureRules = ReturnType<typeof pictureRules>
