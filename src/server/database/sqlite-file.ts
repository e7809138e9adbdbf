import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../disk/folder.ts'
import { DatabaseError } from './database.ts'
import { refuseForeign } from './foreign.ts'

const magic = 'SQLite format 3\0'
/**
 * Of a new file; an existing one keeps its own. A row has to fit into a quarter of a page: the rest of it would occupy another page alone. This
 * is enough for most tasks, and a change of 10,000 of them writes a third of the bytes.
 */
const pageBytes = 8192
/** How long to wait for another process that uses the file. */
const waitMs = 10_000
const busyCode = 5

/** The database file is not at its path any more, so writes would be lost. */
export class FileMoved extends Error {}

/** Opens or creates a SQLite file. Throws a DatabaseError for any other kind of file and for another program's database, and does not change it. */
export function openFile(path: string, name: string) {
  const sqlite = open(path)
  const names = (query: string) =>
    sqlite
      .prepare(query)
      .all()
      .map((row) => String(row.name))
  const tables = () => names("select name from sqlite_schema where type = 'table' and name not glob 'sqlite_*'")
  try {
    const found = tables()
    const migrated = found.includes('kysely_migration') ? names('select name from kysely_migration') : []
    refuseForeign({ tables: found, migrated }, name)
    sqlite.exec(`pragma page_size = ${pageBytes}`)
    writeAhead(sqlite)
    // FULL: an acknowledged write survives a power failure.
    sqlite.exec('pragma synchronous = full; pragma cache_size = -65536; pragma temp_store = memory')
  } catch (error) {
    sqlite.close()
    throw error instanceof DatabaseError ? error : unusable(path, error)
  }
  const opened = identityOf(path)
  return {
    sqlite,
    tables,
    /** Throws FileMoved if the path now names another file, or none. */
    assertInPlace() {
      if (identityOf(path) === opened) return
      throw new FileMoved(`${path} was moved, removed or replaced: put it back or restart Taskdeck`)
    },
  }
}

function open(path: string) {
  try {
    makeFolder(dirname(path))
    if (isSomethingElse(path)) {
      throw new DatabaseError(
        `The file ${path} is not a SQLite database: correct DATA_DIR or DATABASE_URL, or restore a backup.`,
      )
    }
    return new DatabaseSync(path, { timeout: waitMs, enableForeignKeyConstraints: true })
  } catch (error) {
    throw error instanceof DatabaseError ? error : unusable(path, error)
  }
}

/** Turns on the write-ahead log. While another process does this to a new file, SQLite refuses it at once instead of waiting. */
function writeAhead(sqlite: DatabaseSync) {
  const end = performance.now() + waitMs
  for (;;) {
    try {
      return sqlite.exec('pragma journal_mode = wal')
    } catch (error) {
      const code = (error as { errcode?: number }).errcode ?? 0
      // The lowest byte is the kind of error; the others say more about it.
      if ((code & 0xff) !== busyCode || performance.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}

function unusable(path: string, error: unknown) {
  return new DatabaseError(`The SQLite file ${path} cannot be opened or written (${(error as Error).message}).`)
}

/** Returns false for an empty file, because SQLite creates one first. */
function isSomethingElse(path: string) {
  if (!statSync(path, { throwIfNoEntry: false })?.size) return false
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(magic.length)
    readSync(file, start, 0, magic.length, 0)
    return start.toString('latin1') !== magic
  } finally {
    closeSync(file)
  }
}

function identityOf(path: string) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
