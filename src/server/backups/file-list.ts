import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline as piped } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { Pace } from '../backup-places/hashing.ts'
import type { BackupPlace } from '../backup-places/place.ts'
import { keyOf, type NamedFile, namedFile } from './named-files.ts'

/** The names of the shared files that a backup needs, so that nobody removes them. Not encrypted: everybody sees the names anyway. */
export const fileListName = 'files.txt.zst'
const maxLineLength = 300
const unfinished = 'unfinished-backup-'

/**
 * The files of a backup that is being made, in a file on this machine: there may be more than memory has room for, and who only has the
 * public part of a key cannot read the rows again.
 */
export async function fileSpool(folder: string) {
  // There is one backup at a time.
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(unfinished))
  for (const name of leftovers) await rm(join(folder, name), { force: true })
  const path = join(folder, `${unfinished}${randomUUID()}`)
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  let failure: Error | undefined
  file.on('error', (error) => {
    failure = error
  })

  async function* all(): AsyncGenerator<NamedFile> {
    const reading = await open(path)
    try {
      for await (const line of reading.readLines()) yield JSON.parse(line) as NamedFile
    } finally {
      await reading.close()
    }
  }

  return {
    async add(rows: Record<string, unknown>[]): Promise<void> {
      if (failure) throw failure
      const text = rows.map((row) => `${JSON.stringify(namedFile(row))}\n`).join('')
      if (!file.write(text)) await once(file, 'drain')
    },
    async complete(): Promise<void> {
      file.end()
      await finished(file)
    },
    all,
    async remove(): Promise<void> {
      file.destroy()
      await rm(path, { force: true })
    },
  }
}

export type FileSpool = Awaited<ReturnType<typeof fileSpool>>

/** Writes the list of a backup. */
export async function writeFileList(place: BackupPlace, path: string, files: AsyncIterable<NamedFile>, pace: Pace) {
  async function* lines() {
    for await (const file of files) yield Buffer.from(`${keyOf(file)}\n`)
  }
  await place.write(
    path,
    piped(lines, createZstdCompress(), () => {}),
    pace,
  )
}

/** The keys of the shared files in a list; none if there is no list, as for a backup of an older version, which has its own files. */
export async function* readFileList(place: BackupPlace, path: string): AsyncGenerator<string> {
  const packed = await place.read(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  if (!packed) return
  let begun = ''
  for await (const chunk of piped(packed, createZstdDecompress(), () => {})) {
    const [rest = '', ...others] = (begun + String(chunk)).split('\n')
    begun = rest
    for (const next of others) {
      yield begun
      begun = next
    }
    if (begun.length > maxLineLength) throw new Error(`${place.nameOf(path)} has a line that is too long`)
  }
}
