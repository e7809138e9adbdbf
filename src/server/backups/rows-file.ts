import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Snapshot, snapshotPageRows } from '../database/database.ts'
import { type Digest, type Pace, writeFlushed } from './hashing.ts'

/**
 * The rows of all tables, as lines of JSON, compressed. `{"table":"users","columns":["id",…]}` begins a table, and a list of values is one
 * row. The same on both engines, so that a backup of one can be restored into the other.
 */
export const rowsPath = (folder: string) => join(folder, 'rows.jsonl.zst')

/** Some rows of one table. */
export interface Batch {
  table: string
  rows: Record<string, unknown>[]
}

/** Writes the rows of these tables, and returns how many each has. */
export async function writeRows(folder: string, snapshot: Snapshot, tables: string[], pace: Pace) {
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
        yield Buffer.from(text)
      }
    }
  }
  const packed = pipeline(lines, createZstdCompress(), () => {})
  const written: Digest = await writeFlushed(rowsPath(folder), packed, pace)
  return { counts, written }
}

/** Reads all rows, in the order in which they were written. Throws if the file is damaged. */
export async function* readRows(folder: string): AsyncGenerator<Batch> {
  let table: string | undefined
  let columns: string[] = []
  let rows: Batch['rows'] = []
  for await (const line of linesOf(folder)) {
    const value = JSON.parse(line)
    const isRow = Array.isArray(value)
    if (table && rows.length && (!isRow || rows.length === snapshotPageRows)) {
      yield { table, rows }
      rows = []
    }
    if (isRow) rows.push(Object.fromEntries(columns.map((column, index) => [column, decoded(value[index])])))
    else ({ table, columns } = value)
  }
  if (table && rows.length) yield { table, rows }
}

async function* linesOf(folder: string): AsyncGenerator<string> {
  const unpacked = pipeline(createReadStream(rowsPath(folder)), createZstdDecompress(), () => {})
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of unpacked) {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) throw new Error('The last line is incomplete.')
}

/** Bytes are the only values without a form in JSON. */
const encoded = (value: unknown) =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

function decoded(value: unknown): unknown {
  return value && typeof value === 'object' ? Buffer.from((value as { base64: string }).base64, 'base64') : value
}
