import { BackupError } from '../backup-places/backup-error.ts'
import { type Digest, digestOfStream, type Pace } from '../backup-places/hashing.ts'
import { type Backup, manifestName, nameOf, partOf } from './backup.ts'
import { eachOf } from './copied-files.ts'
import type { Manifest } from './manifest-form.ts'
import { filePaths, filesNamedIn, isSame } from './named-files.ts'
import { readRows, rowsName } from './rows-file.ts'

const maxNamed = 10
const filesAtOnce = 4

/** Reads a whole backup, and throws a BackupError that says what is damaged. */
export async function verifyBackup(backup: Backup, manifest: Manifest, pace: Pace): Promise<void> {
  const problems = await problemsOfRows(backup, manifest, pace)
  // Without the rows, nobody knows which files belong to the backup.
  if (!problems.length) problems.push(...(await problemsOfFiles(backup, manifest, pace)))
  if (!problems.length) return
  const named = problems.slice(0, maxNamed).join('; ')
  const others = problems.length > maxNamed ? `; and ${problems.length - maxNamed} more` : ''
  throw new BackupError(`The backup ${nameOf(backup)} is damaged: ${named}${others}. Use another backup.`)
}

const digestAt = async ({ place }: Backup, path: string, pace: Pace) =>
  place.read(path).then((chunks) => digestOfStream(chunks, pace), noneIfMissing)

async function problemsOfRows(backup: Backup, { rows, tables, installation }: Manifest, pace: Pace): Promise<string[]> {
  const path = partOf(backup, rowsName)
  const found = await digestAt(backup, `${backup.name}/${rowsName}`, pace)
  if (!found) return [`${path} is missing`]
  if (found.bytes !== rows.bytes || found.sha256 !== rows.sha256) return [`${path} was changed`]
  const counts: Record<string, number> = Object.fromEntries(Object.keys(tables).map((table) => [table, 0]))
  for await (const { table, rows } of readRows(backup)) {
    counts[table] = (counts[table] ?? 0) + rows.length
    // The server would start neither with other files nor without an id.
    const isOther = table === 'installation' && installation !== null && rows.some(({ id }) => id !== installation)
    if (isOther) return [`its rows belong to another installation than ${partOf(backup, manifestName)} says`]
  }
  return Object.entries(counts).flatMap(([table, count]) =>
    count === tables[table] ? [] : [`the table ${table} has ${count} rows instead of ${tables[table]}`],
  )
}

async function problemsOfFiles(backup: Backup, manifest: Manifest, pace: Pace): Promise<string[]> {
  const paths = filePaths(backup, manifest)
  const problems: string[] = []
  let count = 0
  await eachOf(filesNamedIn(backup), filesAtOnce, async (file) => {
    count++
    const expected = paths.hashOf(file)
    // Files that were missing have no bytes.
    if (expected === null && manifest.format > 1) return
    const path = paths.pathOf(file)
    const found: Digest | undefined = await digestAt(backup, path, pace)
    const isIntact = paths.wasUnusable(file)
      ? (found?.sha256 ?? null) === expected
      : found !== undefined && isSame(found, file)
    if (!isIntact) problems.push(`${backup.place.nameOf(path)} ${found ? 'was changed' : 'is missing'}`)
  })
  if (count !== manifest.files.count) problems.push(`it names ${count} files instead of ${manifest.files.count}`)
  return problems
}

function noneIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
