import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { BackupError } from '../backup-places/backup-error.ts'
import type { Digest, Pace } from '../backup-places/hashing.ts'
import { type Snapshot, snapshotPageRows } from '../database/database.ts'
import { type Backup, nameOf, partOf } from './backup.ts'
import { RowProblem, rowCheck } from './row-check.ts'

/**
 * The rows of all tables, as lines of JSON, compressed. `{"table":"users","columns":["id",…]}` begins a table, and a list of values is one
 * row. The same on both engines, so that a backup of one can be restored into the other.
 */
export const rowsName = 'rows.jsonl.zst'

/** Some rows of one table. */
export interface Batch {
  table: string
  rows: Record<string, unknown>[]
}

/** Writes the rows of these tables, and returns how many each has. Passes the rows of files to `onFiles`. */
export async function writeRows(
  backup: Backup,
  snapshot: Snapshot,
  tables: string[],
  pace: Pace,
  onFiles: (rows: Record<string, unknown>[]) => Promise<void>,
) {
  const counts: Record<string, number> = {}
  async function* lines() {
    for (const table of tables) {
      let columns: string[] | undefined
      counts[table] = 0
      for await (const rows of snapshot.pages(table)) {
        pace.signal?.throwIfAborted()
        const [first] = rows
        if (!first) continue
        let text = ''
        if (!columns) {
          columns = Object.keys(first)
          text = `${JSON.stringify({ table, columns })}\n`
        }
        for (const row of rows) text += `${JSON.stringify(columns.map((column) => encoded(row[column])))}\n`
        counts[table] += rows.length
        if (table === 'files') await onFiles(rows)
        yield Buffer.from(text)
      }
    }
  }
  const packed = pipeline(lines, createZstdCompress(), () => {})
  const written: Digest = await backup.place.write(`${backup.name}/${rowsName}`, packed, pace)
  return { counts, written }
}

/**
 * Reads all rows, in the order in which they were written. Throws a BackupError if the file is damaged, or contains anything that Taskdeck
 * does not write: see row-forms.ts.
 */
export async function* readRows(backup: Backup): AsyncGenerator<Batch> {
  const check = rowCheck()
  let table: string | undefined
  let rows: Batch['rows'] = []
  let line = 0
  let characters = 0
  try {
    for await (const text of linesOf(backup)) {
      line++
      const value: unknown = JSON.parse(text)
      const isRow = Array.isArray(value)
      const isFull = rows.length === snapshotPageRows || characters > maxBatchLength
      if (table && rows.length && (!isRow || isFull)) {
        yield { table, rows }
        rows = []
        characters = 0
      }
      characters += text.length
      if (isRow) rows.push(check.row(value.map(decoded)))
      else table = check.begin(value)
    }
  } catch (error) {
    throw damaged(backup, line, error)
  }
  if (table && rows.length) yield { table, rows }
}

/** Errors of the disk, and those that say it themselves, stay as they are. */
function damaged(backup: Backup, line: number, error: unknown): unknown {
  const { message, code } = error as NodeJS.ErrnoException
  const isOwnDamage = error instanceof RowProblem || error instanceof SyntaxError || code?.startsWith('ZSTD_')
  if (!isOwnDamage) return error
  const where = line ? `, line ${line}` : ''
  const how = error instanceof RowProblem ? message : 'it cannot be read'
  return new BackupError(
    `The backup ${nameOf(backup)} is damaged: ${partOf(backup, rowsName)}${where}: ${how}. Use another backup.`,
    {
      cause: error,
    },
  )
}

/** Taskdeck writes no longer lines. The longest values are stored answers and pictures. */
const maxLineLength = 64 * 1024 * 1024
/** Long rows are passed on before there are many of them, so that no backup needs more memory than a few. */
const maxBatchLength = 4 * 1024 * 1024

async function* linesOf(backup: Backup): AsyncGenerator<string> {
  const packed = await backup.place.read(`${backup.name}/${rowsName}`)
  const unpacked = pipeline(packed, createZstdDecompress(), () => {})
  const decoder = new StringDecoder('utf8')
  let begun = ''
  for await (const chunk of unpacked) {
    const [rest = '', ...others] = decoder.write(chunk).split('\n')
    begun += rest
    if (begun.length > maxLineLength) throw new RowProblem(`a line is longer than ${maxLineLength} characters`)
    for (const next of others) {
      yield begun
      begun = next
    }
  }
  if (begun) throw new RowProblem('the last line is incomplete')
}

/** Bytes are the only values without a form in JSON. */
const encoded = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

function decoded(value: unknown): unknown {
  const { base64 } = (value ?? {}) as { base64?: unknown }
  return typeof value === 'object' && typeof base64 === 'string' ? Buffer.from(base64, 'base64') : value
}
