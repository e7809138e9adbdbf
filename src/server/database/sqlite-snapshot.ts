import type { SQLInputValue } from 'node:sqlite'
import { pagesOf } from '../answers/json-list.ts'
import { type Snapshot, snapshotPageRows } from './database.ts'
import { sqliteReader } from './sqlite-reader.ts'

/** Reads a SQLite file in one transaction of a separate thread. Writers continue; their log (WAL) grows until the work is done. */
export async function sqliteSnapshot<T>(path: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const reader = sqliteReader(path)
  const names = async (query: string, ...parameters: SQLInputValue[]) =>
    ((await reader.read(query, parameters)) as { name: string }[]).map((row) => row.name)
  try {
    // The state is that of the first read.
    await reader.read('begin', [])
    return await work({
      tables: () => names("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'"),
      async *pages(table) {
        const key = await names('select name from pragma_table_info(?) where pk > 0 order by pk', table)
        const columns = key.map(quoted).join()
        const after = `where (${columns}) > (${key.map(() => '?').join()})`
        yield* pagesOf(snapshotPageRows, (last?: Record<string, unknown>) => {
          const parameters = last ? key.map((name) => last[name] as SQLInputValue) : []
          const query = `select * from ${quoted(table)} ${last ? after : ''} order by ${columns} limit ${snapshotPageRows}`
          return reader.read(query, parameters) as Promise<Record<string, unknown>[]>
        })
      },
    })
  } finally {
    await reader.close()
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
