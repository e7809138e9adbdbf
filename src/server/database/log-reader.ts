import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { beginningOf, LogBroken, type Position, readFrames } from './wal.ts'

/** All transactions between two looks at the log, as the last version of each page. */
export interface Look {
  /** The number of the look, from 1. */
  number: number
  /** In milliseconds since 1970. Everything that was committed before is in it, or in an earlier one. */
  at: number
  /** The number of pages that it has. */
  pages: number
  /** The number of pages of the database afterwards. */
  size: number
}

/** Some looks, one after another, in a file of this machine. */
export interface Cut {
  file: string
  looks: Look[]
  bytes: number
}

/** The whole database at one moment, in a file of this machine. */
export interface Base {
  file: string
  at: number
  /** The number of the last look that is surely in it. Later ones come on top. */
  after: number
  pageBytes: number
}

/** The log begins anew when it has this many frames, like that of a server without copies. */
const maxFrames = 1_000
/** Others write meanwhile. If this is not enough, the next look tries again. */
const maxWaitMs = 1_000
const pagesAtOnce = 256
/** The number of a page before its bytes. */
const numberBytes = 4

/**
 * Reads the log of a SQLite file while others write it. SQLite promises two things about a transaction that reads: no checkpoint goes beyond
 * its moment, and the log begins anew only if all of it was checkpointed. So while one such transaction, the hold, is open, the log begins
 * anew at most once, and only if nothing was written since the hold began. Each look begins a new hold before it ends the old one, and has
 * read everything up to the new one by then. Therefore no frame is lost, whoever checkpoints.
 */
export function openLog(path: string, folder: string, maxBytes: number) {
  const log = `${path}-wal`
  const identity = identityOf(path)
  const open = (readOnly: boolean) => new DatabaseSync(path, { readOnly, timeout: maxWaitMs })
  const control = open(false)
  const asking = open(false)
  for (const connection of [control, asking]) connection.exec('pragma wal_autocheckpoint = 0')
  const pageBytes = Number(Object.values(asking.prepare('pragma page_size').get() ?? {})[0])
  const page = Buffer.alloc(numberBytes + pageBytes)
  let [hold, spare] = [open(true), open(true)]
  let position = firstHold()
  let [looks, total, resetAt] = [0, 0, maxFrames]
  let spool: (Cut & { descriptor: number }) | undefined

  /** The number of frames in the log that are committed. */
  function framesNow(mode: 'noop' | 'passive' = 'noop'): number {
    return Number(asking.prepare(`pragma wal_checkpoint(${mode})`).get()?.log)
  }

  function inLog<T>(work: (file: number) => T): T | undefined {
    let file: number
    try {
      file = openSync(log, 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
    try {
      return work(file)
    } finally {
      // SQLite has no locks on the log. It loses those on the database if another descriptor of that is closed, so nobody may open it here.
      closeSync(file)
    }
  }

  /** Begins the first hold, and returns a position that is not after it. */
  function firstHold(): Position {
    for (;;) {
      const begun = endOfLog()
      beginRead(hold)
      if (inLog((file) => beginningOf(file, pageBytes))?.salts === begun.salts) return begun
      hold.exec('rollback')
    }
  }

  /** The beginning of the log, and the number of its frames. */
  function stateOf(file: number): { beginning: Position | undefined; frames: number } {
    for (;;) {
      const beginning = beginningOf(file, pageBytes)
      const frames = framesNow()
      if (beginningOf(file, pageBytes)?.salts === beginning?.salts) return { beginning, frames }
    }
  }

  function endOfLog(): Position {
    const end = inLog((file) => {
      const { beginning, frames } = stateOf(file)
      return beginning && readFrames(file, beginning, frames, pageBytes, () => {})
    })
    return end ?? { salts: undefined, frames: 0, sums: [0, 0] }
  }

  /** Takes over everything up to the last commit. Returns false if nothing was written. */
  function take(now: number): boolean {
    const taken = inLog((file) => {
      const { beginning, frames } = stateOf(file)
      // Somebody has begun the log anew, and not written yet.
      if (frames === 0) return false
      if (!beginning) throw new LogBroken('it is not readable')
      const isAnew = beginning.salts !== position.salts
      const from = isAnew ? beginning : position
      if (frames < from.frames) throw new LogBroken('it is shorter than before')
      if (frames === from.frames) return false
      const last = new Map<number, number>()
      let size = 0
      if (isAnew) resetAt = maxFrames
      const end = readFrames(file, from, frames, pageBytes, (frame) => {
        last.set(frame.page, frame.at)
        size = frame.sizeAfter
      })
      // The database has become smaller.
      for (const number of last.keys()) if (number > size) last.delete(number)
      store(file, last)
      spool?.looks.push({ number: ++looks, at: now, pages: last.size, size })
      position = end
      return true
    })
    if (taken === undefined && framesNow() > 0) throw new LogBroken('it is missing')
    return taken ?? false
  }

  function store(file: number, pages: Map<number, number>) {
    total += pages.size * page.length
    if (total > maxBytes) throw new LogBroken(`more than ${maxBytes} bytes wait for their place`)
    if (!spool) {
      const name = join(folder, `${looks + 1}.log`)
      spool = { file: name, looks: [], bytes: 0, descriptor: openSync(name, 'wx', 0o600) }
    }
    for (const [number, at] of pages) {
      page.writeUInt32BE(number)
      if (readSync(file, page, numberBytes, pageBytes, at) < pageBytes) throw new LogBroken('it ends early')
      for (let written = 0; written < page.length; ) written += writeSync(spool.descriptor, page, written)
      spool.bytes += page.length
    }
  }

  /** Lets the log begin anew with the next write, unless another reader needs it: see below for the order. */
  function reset(now: number) {
    // The largest part is checkpointed while others write.
    framesNow('passive')
    try {
      control.exec('begin immediate')
    } catch (error) {
      if (isBusy(error)) return
      throw error
    }
    try {
      // Nobody else can write now, so the log stays as it is, even without a hold.
      take(now)
      hold.exec('rollback')
      framesNow('passive')
      beginRead(hold)
    } finally {
      control.exec('rollback')
    }
  }

  return {
    pageBytes,
    /** Takes over what was committed since the last look. Throws LogBroken if that is impossible. */
    look(now: number): void {
      if (identityOf(path) !== identity) throw new LogBroken('the file was replaced')
      beginRead(spare)
      let isNew = false
      try {
        isNew = take(now)
      } finally {
        // Without anything new, the old hold stands.
        if (isNew) [hold, spare] = [spare, hold]
        spare.exec('rollback')
      }
      if (!isNew) return
      if (position.frames < resetAt) return
      resetAt = position.frames + maxFrames
      reset(now)
    },
    /** Ends the file with the looks since the last one; undefined if nothing was written. */
    cut(): Cut | undefined {
      if (!spool) return undefined
      const { descriptor, ...cut } = spool
      spool = undefined
      closeSync(descriptor)
      return cut
    },
    /** A file of a cut is in its place. */
    release(bytes: number): void {
      total -= bytes
    },
    /** Writes the whole database of one moment into a new file, beside looks. */
    async base(file: string, now: number): Promise<Base> {
      const source = open(true)
      try {
        beginRead(source)
        const after = looks
        await backup(source, file, { rate: pagesAtOnce })
        return { file, at: now, after, pageBytes }
      } finally {
        source.close()
      }
    },
  }
}

export type Log = ReturnType<typeof openLog>

/** The moment of a transaction is that of its first read. */
function beginRead(connection: DatabaseSync) {
  connection.exec('begin')
  connection.prepare('select count(*) from sqlite_schema').get()
}

const isBusy = (error: unknown) => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5

function identityOf(path: string) {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}
