import { rmSync } from 'node:fs'
import { constants, DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { cachedStatements } from './sqlite-statements.ts'

interface Column {
  name: string
  type: string
  /** Its place in the primary key, from 1; 0 if it is not part of it. */
  pk: number
}

interface Table {
  name: string
  columns: Column[]
}

interface Write {
  sql: string
  parameters: SQLInputValue[]
}

/**
 * Tables with few rows of an owner. The rows are copied, because SQLite has no upsert into views, and the first of these tables says whether
 * the owner's data have changed since.
 */
const copied = ['decks', 'labels']

const writing = [constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]

const stagingFile = (path: string) => `${path}-staging`

/** Removes the staged rows of a SQLite file, which a crash may have left. */
export const removeStaging = (path: string): void => rmSync(stagingFile(path), { force: true })

/**
 * Stages a transaction of one owner without the write lock. In this connection, a view hides each table that the transaction has written. It
 * shows the rows of the table at one moment, except those that were written, which are in a file of their own. Statements run on it as they
 * are. In the end, the staged rows are written in one short transaction, if the owner's deck is as it was.
 */
export function openStaging(path: string, owner: string) {
  removeStaging(path)
  const sqlite = new DatabaseSync(path, { timeout: 10_000, enableForeignKeyConstraints: true })
  const prepared = cachedStatements((sql) => sqlite.prepare(sql))
  let needsCheckpoint = false
  sqlite.exec('pragma synchronous = full; pragma cache_size = -32768; pragma temp_store = memory')
  // The log is copied after the transaction, when others can write again.
  sqlite.exec('pragma wal_autocheckpoint = 0')
  sqlite.exec(`attach ${text(stagingFile(path))} as staging`)
  // Nothing in this file outlasts the connection.
  sqlite.exec(
    'pragma staging.page_size = 16384; pragma staging.journal_mode = off; pragma staging.synchronous = off; pragma staging.cache_size = -8192',
  )
  const copies = copied.map((name) => tableOf(sqlite, name))
  for (const table of copies) sqlite.exec(copyOf(table))
  sqlite.exec('begin')
  for (const name of copied) {
    sqlite.prepare(`insert into temp.${quoted(name)} select * from main.${quoted(name)} where user_id = ?`).run(owner)
  }
  const deck = () => JSON.stringify(sqlite.prepare('select * from main.decks where user_id = ?').get(owner))
  const deckBefore = deck()
  const changes = sqlite.prepare('select total_changes() as count')
  const changeCount = () => (changes.get() as { count: number }).count
  const overlaid = new Map<string, Table>()
  let writes: Write[] = []
  /** The table that the last refused statement would have written. */
  let refused: string | undefined
  sqlite.setAuthorizer((action, table, _column, schema) => {
    if (schema !== 'main' || !writing.includes(action)) return constants.SQLITE_OK
    refused = table ?? undefined
    return constants.SQLITE_DENY
  })

  /** Prepares a statement. A table gets its overlay with the first statement that writes it, because views have worse plans. */
  function prepare(sql: string): StatementSync {
    refused = undefined
    try {
      return prepared(sql)
    } catch (error) {
      if (refused === undefined || overlaid.has(refused)) throw error
      const table = tableOf(sqlite, refused)
      sqlite.exec(overlayOf(table))
      overlaid.set(refused, table)
      return prepare(sql)
    }
  }

  return {
    /** Runs a statement on the staged data. */
    run(sql: string, parameters: SQLInputValue[]): { rows: unknown[]; changes?: number } {
      const statement = prepare(sql)
      if (statement.columns().length) return { rows: statement.all(...parameters) }
      // A trigger makes one change for each row, which SQLite does not count as one of the statement.
      const before = changeCount()
      statement.run(...parameters)
      return { rows: [], changes: changeCount() - before }
    },
    /** Ends the work, and finds out how to write it. */
    complete(): void {
      writes = [
        ...copies.flatMap((table) => copyWrites(table, owner)),
        ...[...overlaid.values()].flatMap((table) => overlayWrites(sqlite, table)),
      ]
      sqlite.exec('commit')
      sqlite.setAuthorizer(null)
    },
    /** Writes everything in one transaction. Returns false, and writes nothing, if the owner's deck has changed since the beginning. */
    apply(): boolean {
      sqlite.exec('begin immediate')
      try {
        const isSame = deck() === deckBefore
        // With a small cache, pages reach the log while others are computed, and the disk from there (flushing.ts).
        sqlite.exec('pragma defer_foreign_keys = on; pragma cache_size = -8192')
        for (const { sql, parameters } of isSame ? writes : []) sqlite.prepare(sql).run(...parameters)
        sqlite.exec(isSame ? 'commit' : 'rollback')
        needsCheckpoint = isSame
        return isSame
      } catch (error) {
        if (sqlite.isTransaction) sqlite.exec('rollback')
        throw error
      }
    },
    /** Copies the log of a large transaction into the file, which would delay a later commit of the main thread. */
    checkpoint(): void {
      if (needsCheckpoint) sqlite.exec('pragma wal_checkpoint(passive)')
      needsCheckpoint = false
    },
    close(): void {
      sqlite.close()
      removeStaging(path)
    },
  }
}

export type Staging = ReturnType<typeof openStaging>

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

function tableOf(sqlite: DatabaseSync, name: string): Table {
  const columns = sqlite.prepare("select name, type, pk from pragma_table_info(?, 'main')").all(name)
  return { name, columns: columns as unknown as Column[] }
}

const listed = (columns: Column[], prefix = '') => columns.map(({ name }) => prefix + quoted(name)).join()
const keyOf = ({ columns }: Table) => columns.filter(({ pk }) => pk).sort((a, b) => a.pk - b.pk)
const others = ({ columns }: Table) => columns.filter(({ pk }) => !pk)
const matched = (table: Table, left: string, right: string) =>
  keyOf(table)
    .map(({ name }) => `${left}.${quoted(name)} = ${right}.${quoted(name)}`)
    .join(' and ')

/** The columns and the key of a table, for another one like it. */
const like = (table: Table, more = '') =>
  `(${table.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join()}${more}, primary key (${listed(keyOf(table))})) without rowid`

const copyOf = (table: Table) => `create temp table ${quoted(table.name)} ${like(table)}`

/** A table of written and deleted rows, and a view that lays them over the stored ones. */
function overlayOf(table: Table): string {
  const name = quoted(table.name)
  const staged = stagedName(table)
  const columns = listed(table.columns)
  const stage = (row: 'new' | 'old', isGone: 0 | 1) =>
    `insert or replace into ${staged} (${columns}, is_gone) values (${listed(table.columns, `${row}.`)}, ${isGone});`
  return `create table staging.${staged} ${like(table, ', is_gone integer not null')};
    create temp view ${name} as
      select ${columns} from staging.${staged} where not is_gone
      union all select ${columns} from main.${name} as stored
      where not exists (select 1 from staging.${staged} as staged where ${matched(table, 'staged', 'stored')});
    create temp trigger ${quoted(`insert_${table.name}`)} instead of insert on ${name} begin
      select raise(abort, 'UNIQUE constraint failed') from ${name} as known where ${matched(table, 'known', 'new')};
      ${stage('new', 0)}
    end;
    create temp trigger ${quoted(`update_${table.name}`)} instead of update on ${name} begin ${stage('new', 0)} end;
    create temp trigger ${quoted(`delete_${table.name}`)} instead of delete on ${name} begin ${stage('old', 1)} end`
}

const stagedName = ({ name }: Table) => quoted(`staged_${name}`)

/** Writes the rows of a copy that differ from the stored ones. */
function copyWrites(table: Table, owner: string): Write[] {
  const [name, columns, parameters] = [quoted(table.name), listed(table.columns), [owner]]
  const set = others(table).map((column) => `${quoted(column.name)} = excluded.${quoted(column.name)}`)
  return [
    {
      sql: `delete from main.${name} where user_id = ?
        and not exists (select 1 from temp.${name} as copy where ${matched(table, 'copy', name)})`,
      parameters,
    },
    {
      sql: `insert into main.${name} (${columns})
        select * from (select ${columns} from temp.${name} except select ${columns} from main.${name} where user_id = ?)
        where true on conflict (${listed(keyOf(table))}) do update set ${set}`,
      parameters,
    },
  ]
}

/** Writes staged rows. Sets only columns that differ in at least one row, because SQLite rewrites an index if one of its columns is set. */
function overlayWrites(sqlite: DatabaseSync, table: Table): Write[] {
  const [name, staged] = [`main.${quoted(table.name)}`, `staging.${stagedName(table)}`]
  const [key, columns] = [listed(keyOf(table)), listed(table.columns)]
  const counted = sqlite.prepare(`select count(*) as rows, coalesce(sum(is_gone), 0) as gone from ${staged}`)
  const { rows, gone } = counted.get() as unknown as { rows: number; gone: number }
  const differs = others(table).map(
    (column) => `max(staged.${quoted(column.name)} is not stored.${quoted(column.name)})`,
  )
  const compared = sqlite.prepare(
    `select ${['count(*)', ...differs].join()} from ${staged} as staged cross join ${name} as stored
      on ${matched(table, 'staged', 'stored')} where not is_gone`,
  )
  compared.setReturnArrays(true)
  const [known = 0, ...isDifferent] = rows > gone ? (compared.get() as unknown as number[]) : []
  const set = others(table)
    .filter((_, index) => isDifferent[index])
    .map((column) => `${quoted(column.name)} = excluded.${quoted(column.name)}`)
  // An upsert takes half of the time of `update … from`, which collects all values before it writes the first.
  const conflict = known ? `on conflict (${key}) do ${set.length ? `update set ${set}` : 'nothing'}` : ''
  return [
    ...(gone ? [`delete from ${name} where (${key}) in (select ${key} from ${staged} where is_gone)`] : []),
    ...(rows > gone
      ? [`insert into ${name} (${columns}) select ${columns} from ${staged} where not is_gone ${conflict}`]
      : []),
  ].map((sql) => ({ sql, parameters: [] }))
}
