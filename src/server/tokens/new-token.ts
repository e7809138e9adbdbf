import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { tokenLimits } from '../../contract/tokens.ts'
import type { Schema, TokenRow } from '../database/schema.ts'
import { hashOf, newToken } from './token-form.ts'
import { tokenTable } from './token-table.ts'

export type Wanted = Pick<TokenRow, 'user_id' | 'name' | 'scope' | 'created_at' | 'expires_at'> &
  Partial<Pick<TokenRow, 'renewable_until'>>

/** The names of an owner's tokens. Fails with `too_large` if the owner cannot have another one. */
export async function takenNames(tx: Kysely<Schema>, owner: string): Promise<Set<string>> {
  const rows = await tokenTable(tx).list(owner)
  if (rows.length < tokenLimits.tokens) return new Set(rows.map(({ name }) => name))
  throw new AppError('too_large', `You have ${tokenLimits.tokens} tokens, which is the maximum. Revoke one first.`)
}

const unfailed = { failed_at: null, failed_call: null, failed_code: null, failed_message: null }

/** Inserts a token within a transaction that has locked the account, and returns it with its row. */
export async function insertToken(tx: Kysely<Schema>, wanted: Wanted): Promise<{ token: string; row: TokenRow }> {
  const token = newToken()
  const unused = { used_at: null, used_from: null, renewable_until: null, ...unfailed }
  const row = { ...unused, ...wanted, token_hash: hashOf(token), id: randomUUID() }
  await tokenTable(tx).insert(row)
  return { token, row }
}

/** Gives a token another secret, within a transaction that has locked the account. Returns undefined if it was revoked. */
export async function renewToken(
  tx: Kysely<Schema>,
  { user_id, id, ...times }: Pick<TokenRow, 'user_id' | 'id' | 'expires_at' | 'renewable_until'>,
): Promise<{ token: string; row: TokenRow } | undefined> {
  const token = newToken()
  const row = await tokenTable(tx).renew(user_id, id, { token_hash: hashOf(token), ...times })
  return row && { token, row }
}

/** The name with the lowest number that makes it unique: `laptop`, `laptop 2`. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) {
    const ending = ` ${number}`
    free = [...name].slice(0, tokenLimits.name - ending.length).join('') + ending
  }
  return free
}
