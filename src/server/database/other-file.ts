import { DatabaseSync } from 'node:sqlite'
import { DatabaseError } from './database.ts'

/**
 * Throws a DatabaseError if a file is not an intact SQLite database with plain tables. Everybody can have written it, and a view or a trigger
 * would run while rows are read.
 */
export function refuseOtherFile(path: string): void {
  const refuse = (how: string, cause?: unknown) => new DatabaseError(how, { cause })
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(path)
    sqlite.exec('pragma trusted_schema = off; pragma cell_size_check = on')
    const [other] = sqlite
      .prepare(
        `select type, name from sqlite_schema
          where type not in ('table', 'index') or sql like 'create virtual%' or (type = 'table' and rootpage < 1)`,
      )
      .all()
    if (other) throw refuse(`it has a ${other.type} that Taskdeck does not have`)
    const [hidden] = sqlite
      .prepare(
        `select t.name from pragma_table_list as t, pragma_table_xinfo(t.name) as c where t.schema = 'main' and c.hidden > 0`,
      )
      .all()
    if (hidden) throw refuse('it has a column that is computed')
    const found = Object.values(sqlite.prepare('pragma integrity_check(1)').get() ?? {})[0]
    if (found !== 'ok') throw refuse(String(found).slice(0, 200))
  } catch (error) {
    throw error instanceof DatabaseError ? error : refuse((error as Error).message, error)
  } finally {
    sqlite?.close()
  }
}
