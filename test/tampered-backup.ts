import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { manifestText, readManifest } from '../src/server/backups/manifest.ts'
import type { Manifest } from '../src/server/backups/manifest-form.ts'
import { backupIn } from './restored.ts'

const rowsPath = (folder: string) => join(folder, 'rows.jsonl.zst')
const manifestPath = (folder: string) => join(folder, 'backup.json')

/** The rows of one table in a backup. */
export interface TamperedTable {
  table: string
  columns: string[]
  rows: unknown[][]
}

/** Changes the rows of a backup as somebody would who knows its format: with all hashes and counts made right again. */
export async function tamperRows(folder: string, change: (tables: TamperedTable[]) => void): Promise<void> {
  const text = String(zstdDecompressSync(await readFile(rowsPath(folder))))
  const tables: TamperedTable[] = []
  for (const line of text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))) {
    if (Array.isArray(line)) tables.at(-1)?.rows.push(line)
    else tables.push({ ...line, rows: [] })
  }
  change(tables)
  const lines = tables.flatMap(({ rows, ...head }) => [head, ...rows]).map((line) => `${JSON.stringify(line)}\n`)
  await writeRowsText(folder, lines.join(''))
  await tamperManifest(folder, (manifest) => {
    for (const { table, rows } of tables) manifest.tables[table] = rows.length
    manifest.files.count = tables.find(({ table }) => table === 'files')?.rows.length ?? 0
  })
}

/** Replaces the file of the rows, and corrects its hash. */
export async function writeRowsText(folder: string, text: string): Promise<void> {
  const packed = zstdCompressSync(text)
  await writeFile(rowsPath(folder), packed)
  await tamperManifest(folder, (manifest) => {
    manifest.rows = { bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') }
  })
}

/** Changes the manifest of a backup, with its hash. */
export async function tamperManifest(folder: string, change: (manifest: Manifest) => void): Promise<void> {
  const manifest = await readManifest(backupIn(folder))
  change(manifest)
  await writeFile(manifestPath(folder), manifestText(manifest))
}

/** Sets a column of the first row of a table. */
export function setValue(tables: TamperedTable[], name: string, column: string, value: unknown): void {
  const table = tables.find((one) => one.table === name)
  const row = table?.rows[0]
  if (!table || !row) throw new Error(`The backup has no ${name}`)
  row[table.columns.indexOf(column)] = value
}
