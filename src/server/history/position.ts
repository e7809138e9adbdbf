import { type Compilable, type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { type LogPosition, positionText } from '../../contract/log-position.ts'
import type { Database } from '../database/database.ts'
import { onOneServer } from '../database/distributed.ts'
import { epochNow } from '../database/epoch.ts'
import type { Schema } from '../database/schema.ts'
import { andThen, type MaybePromise } from '../work/maybe-promise.ts'

/** The position of an owner's log as the columns of a row. The number is null if the owner has no deck yet. */
interface PositionColumns {
  last_seq: number | null
  epoch: string
}

/** Selects the position of the log of this owner, which may be a column. */
export const positionOfOwner = (owner: Expression<unknown>) =>
  [sql<number | null>`(select last_seq from decks where decks.user_id = ${owner})`.as('last_seq'), epochNow] as const

/** Reads the position of an owner's log. */
export const preparedPosition = ({ prepare }: Pick<Database, 'prepare'>) =>
  prepare<[string], PositionColumns>((db, owner) => db.selectNoFrom(positionOfOwner(sql.val(owner))))

export type WithPosition<Row> = Row & PositionColumns

interface OwnerIn<Row> {
  /** The column with the id of the owner. */
  column: string
  of: (row: Row) => string
}

/**
 * Prepares a search of the directory by a key. Each row that it finds has the position of its owner's log: in the same statement, which saves
 * every request a second one, unless the database is distributed: there, the directory and the deck are on different servers.
 */
export function preparedWithPosition<Tables extends keyof Schema, Row extends object>(
  database: Pick<Database, 'prepare' | 'isDistributed'>,
  find: (db: Kysely<Schema>, key: string) => SelectQueryBuilder<Schema, Tables, Row>,
  owner: OwnerIn<Row>,
): (key: string) => MaybePromise<WithPosition<Row>[]> {
  const together = database.prepare(
    (db, key: string) =>
      find(db, key)
        .modifyFront(onOneServer)
        .select(positionOfOwner(sql.ref(owner.column))) as unknown as Compilable<WithPosition<Row>>,
  )
  const alone = database.prepare<[string], Row>(find)
  const position = preparedPosition(database)
  const inTwo = (key: string) =>
    andThen(alone(key), ([row]): MaybePromise<WithPosition<Row>[]> => {
      if (!row) return []
      return andThen(position(owner.of(row)), (found) => found.map((columns) => ({ ...row, ...columns })))
    })
  return (key) => (database.isDistributed ? inTwo(key) : together(key))
}

/** The position of a row with the columns of `positionOfOwner`. */
export const positionOf = ({ last_seq, epoch }: PositionColumns) => ({ seq: last_seq ?? 0, epoch })

/** The tag of something that stays the same while its owner changes nothing. */
export const tagOf = (owner: string, position: LogPosition, rest = ''): string =>
  `W/"${owner}.${positionText(position)}${rest && `.${rest}`}"`
