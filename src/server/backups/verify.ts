import { BackupError } from './backup-error.ts'
import { eachOf, fileIn, filesNamedIn, isSame, type NamedFile } from './copied-files.ts'
import { type Digest, digestOf, digestOfFile, type Pace } from './hashing.ts'
import { manifestPath } from './manifest.ts'
import type { Manifest } from './manifest-form.ts'
import { ownerFiles } from './plain-files.ts'
import { readRows, rowsPath } from './rows-file.ts'

const maxNamed = 10
const filesAtOnce = 4

/** Reads a whole backup, and throws a BackupError that says what is damaged. */
export async function verifyBackup(folder: string, manifest: Manifest, pace: Pace): Promise<void> {
  const problems = await problemsOfRows(folder, manifest, pace)
  // Without the rows, nobody knows which files belong to the backup.
  if (!problems.length) problems.push(...(await problemsOfFiles(folder, manifest, pace)))
  if (!problems.length) return
  const named = problems.slice(0, maxNamed).join('; ')
  const others = problems.length > maxNamed ? `; and ${problems.length - maxNamed} more` : ''
  throw new BackupError(`The backup ${folder} is damaged: ${named}${others}. Use another backup.`)
}

async function problemsOfRows(folder: string, { rows, tables, installation }: Manifest, pace: Pace): Promise<string[]> {
  const found = await digestOf(rowsPath(folder), pace).catch(noneIfMissing)
  if (!found) return [`${rowsPath(folder)} is missing`]
  if (found.bytes !== rows.bytes || found.sha256 !== rows.sha256) return [`${rowsPath(folder)} was changed`]
  const counts: Record<string, number> = Object.fromEntries(Object.keys(tables).map((table) => [table, 0]))
  for await (const { table, rows } of readRows(folder)) {
    counts[table] = (counts[table] ?? 0) + rows.length
    // The server would start neither with other files nor without an id.
    const isOther = table === 'installation' && installation !== null && rows.some(({ id }) => id !== installation)
    if (isOther) return [`its rows belong to another installation than ${manifestPath(folder)} says`]
  }
  return Object.entries(counts).flatMap(([table, count]) =>
    count === tables[table] ? [] : [`the table ${table} has ${count} rows instead of ${tables[table]}`],
  )
}

async function problemsOfFiles(folder: string, { files, unusable }: Manifest, pace: Pace): Promise<string[]> {
  const known = new Map(unusable.map(({ owner, id, sha256 }) => [`${owner}/${id}`, sha256]))
  const problems: string[] = []
  let count = 0
  const isIntact = (found: Digest | undefined, file: NamedFile) => {
    const expected = known.get(`${file.owner}/${file.id}`)
    if (expected !== undefined) return (found?.sha256 ?? null) === expected
    return found !== undefined && isSame(found, file)
  }
  const openFile = ownerFiles(folder)
  const digest = async (file: NamedFile) => digestOfFile(await openFile(file), pace)
  await eachOf(filesNamedIn(folder), filesAtOnce, async (file) => {
    const path = fileIn(folder, file)
    const found = await digest(file).catch(noneIfMissing)
    count++
    if (!isIntact(found, file)) problems.push(`${path} ${found ? 'was changed' : 'is missing'}`)
  })
  if (count !== files.count) problems.push(`it names ${count} files instead of ${files.count}`)
  return problems
}

export function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
