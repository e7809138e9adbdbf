import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { tokenLimits } from '../../contract/tokens.ts'
import type { Schema, TokenRow } from '../database/schema.ts'
import { hashOf, newToken } from './token-form.ts'
import { tokenTable } from './token-table.ts'

export type Wanted = Pick<TokenRow, 'user_id' | 'name' | 'scope' | 'created_at' | 'expires_at'>

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
  const row = { ...wanted, token_hash: hashOf(token), id: randomUUID(), used_at: null, used_from: null, ...unfailed }
  await tokenTable(tx).insert(row)
  return { token, row }
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
