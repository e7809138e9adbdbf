import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** Selects the number of a user's last event in a query on users, which saves every request a second query. */
export function lastSeqOfUser({ selectFrom }: ExpressionBuilder<Schema, 'users'>) {
  return selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'users.id').as('last_seq')
}

/** The same in a query on tokens. */
export function lastSeqOfToken({ selectFrom }: ExpressionBuilder<Schema, 'tokens'>) {
  return selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'tokens.user_id').as('last_seq')
}
