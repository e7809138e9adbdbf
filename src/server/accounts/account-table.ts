import type { Kysely } from 'kysely'
import { isTaken } from '../database/postgres-errors.ts'
import { lockRows } from '../database/row-lock.ts'
import type { IdentityRow, PictureRow, Schema, UserRow } from '../database/schema.ts'
import { emailKey, foldedEmailKey } from './emails.ts'

/** Queries on users, their linked identities and pictures. */
export function accountTable(db: Kysely<Schema>) {
  /** Also uses the key of older versions, and compares the address itself, because look-alikes share that key. */
  const findByEmail = async (email: string) => {
    const keys = [...new Set([emailKey(email), foldedEmailKey(email)])]
    const rows = await db.selectFrom('users').selectAll().where('email_key', 'in', keys).execute()
    return rows.find((row) => emailKey(row.email) === emailKey(email))
  }

  /** Gives an account of an older version its own key if it uses that of another address. */
  const freeKey = async (key: string) => {
    const holder = await db.selectFrom('users').select(['id', 'email']).where('email_key', '=', key).executeTakeFirst()
    if (!holder || emailKey(holder.email) === key) return
    await db
      .updateTable('users')
      .set({ email_key: emailKey(holder.email) })
      .where('id', '=', holder.id)
      .execute()
  }

  return {
    /** Returns false if the email is taken. */
    insert: async (row: UserRow) => {
      if (await findByEmail(row.email)) return false
      await freeKey(row.email_key)
      const inserted = await db
        .insertInto('users')
        .values(row)
        .onConflict((conflict) => conflict.column('email_key').doNothing())
        .returning('id')
        .executeTakeFirst()
      return inserted !== undefined
    },
    /** Accounts after one, by the key of their email. Crosses owners: only for the operator. */
    page: (afterKey: string, limit: number) =>
      db
        .selectFrom('users')
        .selectAll()
        .where('removed_at', 'is', null)
        .where('email_key', '>', afterKey)
        .orderBy('email_key')
        .limit(limit)
        .execute(),
    names: (ids: string[]) => db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute(),
    hasAny: async () => {
      const any = await db.selectFrom('users').select('id').where('removed_at', 'is', null).limit(1).executeTakeFirst()
      return any !== undefined
    },
    /** Returns false if another account was the first. */
    insertFirst: async (id: string) => {
      const removed = db.selectFrom('users').select('id').where('removed_at', 'is not', null)
      await db.deleteFrom('first_account').where('user_id', 'in', removed).execute()
      const inserted = await db
        .insertInto('first_account')
        .values({ place: 1, user_id: id })
        .onConflict((conflict) => conflict.column('place').doNothing())
        .returning('place')
        .executeTakeFirst()
      return inserted !== undefined
    },
    find: (id: string) =>
      db.selectFrom('users').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst(),
    /** Finds and locks the row until the transaction ends. */
    lock: (id: string) =>
      db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .$call(lockRows(db))
        .executeTakeFirst(),
    findByEmail,
    update: (id: string, change: Partial<Omit<UserRow, 'id'>>) =>
      db.updateTable('users').set(change).where('id', '=', id).where('removed_at', 'is', null).execute(),
    /** Returns false if another account has the email; the transaction can then only be rolled back. */
    setEmail: async (id: string, email: string) => {
      const found = await findByEmail(email)
      if (found && found.id !== id) return false
      await freeKey(emailKey(email))
      try {
        await db
          .updateTable('users')
          .set({ email, email_key: emailKey(email) })
          .where('id', '=', id)
          .execute()
      } catch (error) {
        // A sign-up with the same address was faster.
        if (isTaken(error)) return false
        throw error
      }
      return true
    },
    /** Clears everything in the row except the id. */
    markRemoved: (id: string, removed_at: number) =>
      db
        .updateTable('users')
        .set({
          username: '',
          email: '',
          // Frees the address for a new account. No address contains a space.
          email_key: `removed ${id}`,
          password_hash: null,
          image: null,
          preferences: '{}',
          removed_at,
        })
        .where('id', '=', id)
        .execute(),
    /** The deleted accounts that may have data left. */
    removed: () =>
      db
        .selectFrom('users')
        .select(['id', 'removed_at'])
        .where('removed_at', 'is not', null)
        .orderBy('removed_at')
        .$narrowType<{ removed_at: number }>()
        .execute(),
    remove: (id: string) => db.deleteFrom('users').where('id', '=', id).execute(),

    findIdentity: (issuer: string, subject: string) =>
      db
        .selectFrom('identities')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst(),
    identitiesOf: (userId: string) =>
      db.selectFrom('identities').selectAll().where('user_id', '=', userId).orderBy('linked_at').execute(),
    /** Returns false if the identity is already linked. */
    insertIdentity: async (row: IdentityRow) => {
      const inserted = await db
        .insertInto('identities')
        .values(row)
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .returning('subject')
        .executeTakeFirst()
      return inserted !== undefined
    },
    /** An account has at most one identity at a provider. */
    removeIdentitiesAt: (userId: string, issuer: string) =>
      db.deleteFrom('identities').where('user_id', '=', userId).where('issuer', '=', issuer).execute(),
    removeIdentities: (userId: string) => db.deleteFrom('identities').where('user_id', '=', userId).execute(),

    putPicture: (row: PictureRow) =>
      db
        .insertInto('pictures')
        .values(row)
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
        .execute(),
    picture: (userId: string) => db.selectFrom('pictures').selectAll().where('user_id', '=', userId).executeTakeFirst(),
    removePicture: (userId: string) => db.deleteFrom('pictures').where('user_id', '=', userId).execute(),
  }
}

export type AccountTable = ReturnType<typeof accountTable>
