import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pace } from '../backup-places/hashing.ts'
import { fileCopies } from '../backups/copied-files.ts'
import type { Destination } from '../backups/destination.ts'
import { fileSpool, writeFileList } from '../backups/file-list.ts'
import type { NamedFile } from '../backups/named-files.ts'
import type { Database } from '../database/database.ts'
import { followLog } from '../database/follow-log.ts'
import type { Cut } from '../database/log-reader.ts'
import type { FileStore } from '../file-store/store.ts'
import { packed } from './part-form.ts'
import { allFilesName, baseName, copiesFolder, filesName, logName, timeInName } from './parts.ts'

interface Dependencies {
  /** The SQLite file. */
  path: string
  database: Pick<Database, 'snapshot'>
  store: Pick<FileStore, 'name' | 'read'>
  to: Destination
  installation: string
  /** A folder of this machine, which has room for the database. */
  workFolder: string
  clock: () => number
  pace: Pace
}

/** The limit of what waits on this machine while the place is away. Beyond it, a new chain begins. */
const maxWaitingBytes = 1024 ** 3
const unfinished = 'unfinished-copy-'

/** Follows the log of a SQLite file: a whole copy, and then everything that is written, part by part. Any failure except one of the place ends it. */
export async function openChain({ path, database, store, to, installation, workFolder, clock, pace }: Dependencies) {
  for (const name of await readdir(workFolder)) {
    if (name.startsWith(unfinished)) await rm(join(workFolder, name), { recursive: true, force: true })
  }
  const chain = `${timeInName(clock()).slice(0, 17)}-${randomBytes(4).toString('hex')}`
  const folder = join(workFolder, `${unfinished}${chain}`)
  await mkdir(folder, { mode: 0o700 })
  const target = `${copiesFolder}/${installation}/${chain}`
  const thread = followLog({ path, folder, maxBytes: maxWaitingBytes })
  const newCopies = () => fileCopies({ store, destination: to, pace, trustsSizes: true })
  let pageBytes = 0
  let lastAt = 0
  /** A part that is not in its place yet, and the time of the look after which it was cut. */
  let waiting: { cut: Cut | undefined; at: number } | undefined
  let files: NamedFile[] = []

  /** Times never go back, even if the clock does. */
  const now = () => {
    lastAt = Math.max(lastAt, clock())
    return lastAt
  }

  async function look(): Promise<number> {
    const at = now()
    await thread.ask({ kind: 'look', now: at })
    return at
  }

  /** Copies the files that are new, and says that they are needed, before the part with their rows. */
  async function copyFiles(number: number, wanted: NamedFile[]) {
    if (!wanted.length) return
    await writeFileList(to.place, `${target}/${filesName(number)}`, from(wanted), pace)
    const copies = newCopies()
    for (const file of wanted) await copies.copy(file)
  }

  async function writePart(
    name: string,
    { file, ...header }: { file: string; pageBytes: number; looks?: Cut['looks'] },
  ) {
    const bytes = createReadStream(file, { highWaterMark: 256 * 1024 })
    await to.sealed.write(`${target}/${name}`, packed({ chain, ...header }, bytes), pace)
    await rm(file, { force: true })
  }

  return {
    chain: target,
    look,
    /** Whether there is a whole copy. */
    isUsable: () => pageBytes > 0,
    /** A file that was stored by now. */
    add: (file: NamedFile) => void files.push(file),
    /** Copies the whole database and its files. Later parts build on it. */
    async base(): Promise<void> {
      const file = join(folder, 'base.db')
      await rm(file, { force: true })
      const { base } = await thread.ask({ kind: 'base', file, now: now() })
      if (!base) throw new Error('The copy has no base')
      const spool = await fileSpool(folder)
      try {
        await database.snapshot(async (snapshot) => {
          for await (const rows of snapshot.pages('files')) await spool.add(rows)
        })
        await spool.complete()
        await writeFileList(to.place, `${target}/${allFilesName(base.after)}`, spool.all(), pace)
        const copies = newCopies()
        for await (const one of spool.all()) await copies.copy(one)
      } finally {
        await spool.remove()
      }
      await writePart(baseName(base.after, base.at), { file, pageBytes: base.pageBytes })
      pageBytes = base.pageBytes
    },
    /**
     * Copies everything that was written, and returns a time: all that was committed before is in the place. Rejects if the place cannot be
     * used, and goes on where it was with the next call.
     */
    async send(): Promise<number> {
      if (!waiting) {
        const at = await look()
        waiting = { cut: (await thread.ask({ kind: 'cut' })).cut, at }
      }
      const { cut, at } = waiting
      if (cut) {
        const [first, last] = [cut.looks[0], cut.looks.at(-1)]
        if (!first || !last) throw new Error('The part has no looks')
        const wanted = files
        files = []
        await copyFiles(last.number, wanted).catch((error) => {
          files = [...wanted, ...files]
          throw error
        })
        await writePart(logName(first.number, last.number, last.at), { file: cut.file, looks: cut.looks, pageBytes })
        await thread.ask({ kind: 'release', bytes: cut.bytes })
      }
      waiting = undefined
      return at
    },
    async close(): Promise<void> {
      await thread.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Chain = Awaited<ReturnType<typeof openChain>>

async function* from<T>(items: T[]) {
  yield* items
}
