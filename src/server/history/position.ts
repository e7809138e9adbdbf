import { type ExpressionBuilder, sql } from 'kysely'
import { type LogPosition, positionText } from '../../contract/log-position.ts'
import { epochNow } from '../database/epoch.ts'
import type { Schema } from '../database/schema.ts'

/** Selects the position of a user's log in a query on users, which saves every request a second query. */
export function positionOfUser({ selectFrom }: ExpressionBuilder<Schema, 'users'>) {
  return [
    selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'users.id').as('last_seq'),
    epochNow,
  ] as const
}

/** The same in a query on tokens. */
export function positionOfToken({ selectFrom }: ExpressionBuilder<Schema, 'tokens'>) {
  return [
    selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'tokens.user_id').as('last_seq'),
    epochNow,
  ] as const
}

/** The same in a query on calendars. */
export function positionOfCalendar({ selectFrom }: ExpressionBuilder<Schema, 'calendars'>) {
  return [
    selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'calendars.user_id').as('last_seq'),
    epochNow,
  ] as const
}

/** The same in a query on shared links. */
export function positionOfShare({ selectFrom }: ExpressionBuilder<Schema, 'shares'>) {
  return [
    selectFrom('decks').select('last_seq').whereRef('decks.user_id', '=', 'shares.user_id').as('last_seq'),
    epochNow,
  ] as const
}

/** The position of a row with the columns of `positionOfUser`. */
export const positionOf = ({ last_seq, epoch }: { last_seq: number | null; epoch: string }) => ({
  seq: last_seq ?? 0,
  epoch,
})

/** The tag of something that stays the same while its owner changes nothing. */
export const tagOf = (owner: string, position: LogPosition, rest = ''): string =>
  `W/"${owner}.${positionText(position)}${rest && `.${rest}`}"`

/** In a query on a table of readers of the log, such as webhooks: whether the log of the owner has events after the one that the reader has read. */
export const hasUnreadEvents = (table: 'outgoing_hooks' | 'issue_sources') => sql<
  boolean | number
>`exists (select 1 from decks
  where decks.user_id = ${sql.ref(`${table}.user_id`)} and decks.last_seq > ${sql.ref(`${table}.seq`)})`
