import type { SQLInputValue, StatementSync } from 'node:sqlite'

/** Prepares each statement once, and forgets the oldest if there are too many. */
export function cachedStatements<T>(prepare: (sql: string) => T, maxStatements = 100): (sql: string) => T {
  const statements = new Map<string, T>()
  return (sql) => {
    const known = statements.get(sql)
    if (known) return known
    const oldest = statements.keys().next()
    if (statements.size >= maxStatements && !oldest.done) statements.delete(oldest.value)
    const statement = prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** Reads rows as arrays and turns them into objects of one shape, a third faster than with the objects that Node creates. */
export function fastRows(statement: StatementSync) {
  const names = statement.columns().map((column) => column.name)
  statement.setReturnArrays(true)
  return (parameters: SQLInputValue[]) =>
    (statement.all(...parameters) as unknown as unknown[][]).map((values) => {
      const row: Record<string, unknown> = {}
      for (let index = 0; index < names.length; index++) row[names[index] ?? ''] = values[index]
      return row
    })
}
