import type { Database } from '../database/database.ts'
import type { FileKey, FileStore } from '../file-store/store.ts'
import { fileTable } from './file-table.ts'

/** Returns the files among these that have no row, with one query for a whole page. */
export function unknownFiles({ db }: Database) {
  const table = fileTable(db)
  return async (keys: FileKey[]): Promise<FileKey[]> => {
    if (!keys.length) return []
    const rows = await table.withIds(keys.map((key) => key.id))
    const known = new Set(rows.map((row) => `${row.user_id}/${row.id}`))
    return keys.filter((key) => !known.has(`${key.owner}/${key.id}`))
  }
}

/** Whether the files may belong to the database: ids are random, so one known file proves it, and an empty store cannot disprove it. */
export async function arePlausible(store: Pick<FileStore, 'pages'>, database: Database): Promise<boolean> {
  for await (const page of store.pages()) return (await unknownFiles(database)(page)).length < page.length
  return true
}
