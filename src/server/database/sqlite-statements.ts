import type { DatabaseSync, StatementSync } from 'node:sqlite'

const maxStatements = 100

/** Prepares each statement of a connection once. */
export function cachedStatements(sqlite: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    if (statements.size >= maxStatements) statements.clear()
    const statement = sqlite.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}
