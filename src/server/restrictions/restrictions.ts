import { type Kysely, sql } from 'kysely'
import type { RestrictionRow, Schema } from '../database/schema.ts'
import { restrictionTable } from './restriction-table.ts'

/** In a query: whether the operator has not disabled the account with the id in this column. */
export const isEnabled = (column: string) => sql<boolean>`not exists (select 1 from restrictions
  where restrictions.user_id = ${sql.ref(column)} and restrictions.disabled_at is not null)`

/** Whether the operator has disabled an account. */
export const isDisabled = async (db: Kysely<Schema>, owner: string): Promise<boolean> =>
  (await restrictionTable(db).find(owner))?.disabled_at != null

/** The bytes of files that an account may have; undefined if it has no limit of its own. */
export const ownFileLimit = async (db: Kysely<Schema>, owner: string): Promise<number | undefined> =>
  (await restrictionTable(db).find(owner))?.max_file_bytes ?? undefined

/** The restrictions of these accounts, by their ids. */
export const restrictionsOf = async (db: Kysely<Schema>, owners: string[]): Promise<Map<string, RestrictionRow>> =>
  new Map((await restrictionTable(db).ofUsers(owners)).map((row) => [row.user_id, row]))

/** Must run in the transaction that has locked the account. */
export const setDisabled = (tx: Kysely<Schema>, owner: string, disabled_at: number | null): Promise<void> =>
  restrictionTable(tx).put(owner, { disabled_at })

/** Null removes the limit: that of the server applies again. */
export const setFileLimit = (db: Kysely<Schema>, owner: string, max_file_bytes: number | null): Promise<void> =>
  restrictionTable(db).put(owner, { max_file_bytes })
