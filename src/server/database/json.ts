import { type Expression, type RawBuilder, sql } from 'kysely'

type Fields = Record<string, Expression<unknown>>

/** JSON that is built inside the database and sent as it is: no objects here, nothing to serialise. */
export interface JsonBuilder {
  /** An object of these fields, as text. */
  object(fields: Fields): RawBuilder<string>
  /** All rows of a query as a list of objects, as text, in descending order of a column; `[]` when there are none. */
  list(fields: Fields, newestFirst: Expression<unknown>): RawBuilder<string>
  /** A query that answers one JSON text, to stand inside an object as what it says. */
  embedded(query: Expression<unknown>): RawBuilder<unknown>
}

function pairs(fields: Fields) {
  return sql.join(Object.entries(fields).flatMap(([name, value]) => [sql.lit(name), value]))
}

export const sqliteJson: JsonBuilder = {
  object: (fields) => sql<string>`json_object(${pairs(fields)})`,
  list: (fields, newestFirst) =>
    sql<string>`json_group_array(json_object(${pairs(fields)}) order by ${newestFirst} desc)`,
  embedded: (query) => sql`json(${query})`,
}

export const postgresJson: JsonBuilder = {
  object: (fields) => sql<string>`json_build_object(${pairs(fields)})::text`,
  list: (fields, newestFirst) =>
    sql<string>`coalesce(json_agg(json_build_object(${pairs(fields)}) order by ${newestFirst} desc), '[]')::text`,
  embedded: (query) => sql`(${query})::json`,
}
