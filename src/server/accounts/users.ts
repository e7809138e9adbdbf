import type { Kysely } from 'kysely'
import { fileSize } from '../../contract/file-size.ts'
import type { Database } from '../database/database.ts'
import type { Schema, UserRow } from '../database/schema.ts'
import { restrictionsOf, setDisabled, setFileLimit } from '../restrictions/restrictions.ts'
import { recordByOperator } from '../security-events/security-events.ts'
import { eraseApprovals } from '../tokens/devices.ts'
import { accountTable } from './account-table.ts'
import { emailKey } from './emails.ts'
import type { AccountRemoval } from './removal.ts'
import { sessionTable } from './session-table.ts'
import { startedTable } from './started-table.ts'

interface Dependencies {
  database: Database
  clock: () => number
  removal: Pick<AccountRemoval, 'begin' | 'eraseData'>
  /** The bytes that the files of an account count against its limit. */
  fileBytesOf: (owner: string) => Promise<number>
}

export interface ListedUser {
  id: string
  email: string
  username: string
  createdAt: number
  /** Undefined if no session is open. */
  seenAt: number | undefined
  fileBytes: number
  /** Its own limit for files; undefined if that of the server applies. */
  maxFileBytes: number | undefined
  disabledAt: number | undefined
}

const pageRows = 200

/** The accounts as the operator manages them. Calls that name an account by its email return its id, or undefined if there is none. */
export function userRules({ database, clock, removal, fileBytesOf }: Dependencies) {
  /** Locks the account with an email, and works on it within a transaction. */
  const within = (email: string, work: (tx: Kysely<Schema>, owner: string) => Promise<void>) =>
    database.transaction(emailKey(email), async (tx) => {
      const table = accountTable(tx)
      const found = await table.findByEmail(email)
      const user = found && (await table.lock(found.id))
      if (user) await work(tx, user.id)
      return user?.id
    })

  async function listed(rows: UserRow[]): Promise<ListedUser[]> {
    const ids = rows.map(({ id }) => id)
    const restrictions = await restrictionsOf(database.db, ids)
    const seen = new Map<string, number>()
    for (const { user_id, seen_at } of await sessionTable(database.db).ofUsers(ids)) {
      seen.set(user_id, Math.max(seen_at, seen.get(user_id) ?? 0))
    }
    const users: ListedUser[] = []
    for (const { id, email, username, created_at } of rows) {
      const { disabled_at, max_file_bytes } = restrictions.get(id) ?? {}
      users.push({
        ...{ id, email, username, createdAt: created_at, seenAt: seen.get(id), fileBytes: await fileBytesOf(id) },
        ...{ maxFileBytes: max_file_bytes ?? undefined, disabledAt: disabled_at ?? undefined },
      })
    }
    return users
  }

  return {
    /** All accounts by their email, page by page. */
    async *list(): AsyncGenerator<ListedUser[]> {
      let after = ''
      for (;;) {
        const rows = await accountTable(database.db).page(after, pageRows)
        if (rows.length) yield await listed(rows)
        after = rows.at(-1)?.email_key ?? ''
        if (rows.length < pageRows) return
      }
    },

    /**
     * Nobody can use a disabled account: its sessions end, and its tokens, streams, feeds and webhooks stop at once on every node. Those that are not sessions
     * work again when it is enabled.
     */
    disable: (email: string): Promise<string | undefined> =>
      within(email, async (tx, owner) => {
        await setDisabled(tx, owner, clock())
        await sessionTable(tx).removeAll(owner)
        await startedTable(tx).removeAll(owner)
        await eraseApprovals(tx, owner)
        await recordByOperator(tx, owner, 'account disabled', clock())
      }),

    enable: (email: string): Promise<string | undefined> =>
      within(email, async (tx, owner) => {
        await setDisabled(tx, owner, null)
        await recordByOperator(tx, owner, 'account enabled', clock())
      }),

    /** Sets the limit for the total size of an account's files. Null lets that of the server apply again. */
    limitFiles: (email: string, bytes: number | null): Promise<string | undefined> =>
      within(email, async (tx, owner) => {
        await setFileLimit(tx, owner, bytes)
        const about = bytes === null ? null : fileSize(bytes)
        await recordByOperator(tx, owner, 'file limit changed by the operator', clock(), about)
      }),

    find: async (email: string): Promise<ListedUser | undefined> => {
      const user = await accountTable(database.db).findByEmail(email)
      return user && (await listed([user]))[0]
    },

    /** Deletes an account with all its data. */
    async remove(owner: string): Promise<void> {
      await removal.begin(owner, async (tx) => {
        await accountTable(tx).lock(owner)
        await recordByOperator(tx, owner, 'account deleted by the operator', clock())
      })
      await removal.eraseData(owner)
    },
  }
}

export type UserRules = ReturnType<typeof userRules>

/** The id of the account with an email; undefined if there is none. */
export const accountIdOf = async ({ db }: Database, email: string): Promise<string | undefined> =>
  (await accountTable(db).findByEmail(email))?.id
