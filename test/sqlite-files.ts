import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { inject } from 'vitest'

/** As in postgres-databases.ts: a larger file would change the plans of later tests. */
const maxPages = 512

/** A copy of the migrated file in this folder. `clean` deletes its rows while an app has it open. */
export async function lendFile(folder: string) {
  const file = join(folder, 'taskdeck.db')
  await copyFile(inject('sqliteTemplate'), file)
  const sqlite = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  const read = (pragma: string) => Object.values(sqlite.prepare(`pragma ${pragma}`).get() ?? {})[0]
  const shape = read('schema_version')
  const tables = sqlite
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
  const rows = tables.flatMap((table) =>
    sqlite
      .prepare(`select * from ${table}`)
      .all()
      .map((row) => ({ table, values: Object.values(row) })),
  )
  return {
    url: `sqlite:${file}`,
    /** Resets the file to the state of the template. Returns false if it cannot be used again. */
    async clean(): Promise<boolean> {
      if (read('schema_version') !== shape || Number(read('page_count')) > maxPages) return false
      sqlite.exec(`begin immediate; ${tables.map((table) => `delete from ${table}`).join('; ')}`)
      for (const { table, values } of rows) {
        const places = values.map(() => '?').join(', ')
        sqlite.prepare(`insert into ${table} values (${places})`).run(...(values as SQLInputValue[]))
      }
      sqlite.exec('commit')
      return true
    },
    giveBack: async () => sqlite.close(),
  }
}
