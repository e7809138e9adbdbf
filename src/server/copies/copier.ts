import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { explained } from '../backup-places/backup-error.ts'
import type { Destination } from '../backups/destination.ts'
import type { NamedFile } from '../backups/named-files.ts'
import { removeUnneeded } from '../backups/unneeded-files.ts'
import type { Database } from '../database/database.ts'
import type { FileStore, StoredFile } from '../file-store/store.ts'
import { type Chain, openChain } from './chain.ts'
import { lastTime } from './moments.ts'
import { removeOldParts } from './retention.ts'

interface Dependencies {
  path: string
  database: Pick<Database, 'snapshot' | 'ready'>
  store: Pick<FileStore, 'name' | 'read' | 'installationId'>
  to: Destination
  everyMs: number
  keepMs: number
  workFolder: string
  clock: () => number
  log: Pick<Logger, 'info' | 'error'>
}

const maxLookMs = 1_000
const baseEveryMs = 24 * 3_600_000
const readyMs = 200
const maxRetryMs = 60_000
/** A file has its row, or none, by then. */
const maxUploadMs = 10 * 60_000
/** The process ends after ten seconds. */
const maxLastMs = 5_000

/**
 * Copies a SQLite database to a place all the time. It looks every second, and copies what it has seen at its interval. Every start of the
 * server begins with a whole copy, and so does every day, after which old parts are removed.
 */
export function copier({ path, database, store, to, everyMs, keepMs, workFolder, clock, log }: Dependencies) {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> = Promise.resolve()
  let chain: Chain | undefined
  let coveredAt = 0
  let failure: string | undefined
  /** Files whose rows may not be there yet when a chain begins. */
  let lately: { file: NamedFile; at: number }[] = []

  const rest = (ms: number, until = signal) => pause(ms, undefined, { signal: until }).catch(() => {})

  /** The same failure again and again is one line. */
  function failed(error: unknown) {
    const { message } = explained(error, to.place.name) as Error
    if (message !== failure) log.error(`The database is not copied to ${to.place.name}: ${message}`)
    failure = message
  }

  function succeeded(at: number) {
    if (failure !== undefined) log.info(`The database is copied to ${to.place.name} again`)
    failure = undefined
    coveredAt = at
  }

  /** Looks until the server stops, or the chain ends with an error. Sending takes its time, and looks go on meanwhile. */
  async function lookOn(current: Chain) {
    for (;;) {
      await rest(Math.min(maxLookMs, everyMs))
      if (signal.aborted) return
      await current.look()
    }
  }

  async function sendOn(current: Chain, installation: string, ended: AbortSignal) {
    const either = AbortSignal.any([signal, ended])
    let retryMs = everyMs
    let baseAt: number | undefined
    while (!either.aborted) {
      try {
        if (baseAt === undefined || clock() - baseAt >= baseEveryMs) {
          await current.base()
          baseAt = clock()
          const removed = await removeOldParts(to.place, installation, clock() - keepMs, current.chain)
          if (removed) await removeUnneeded(to.place, clock())
        }
        succeeded(await current.send())
        retryMs = everyMs
      } catch (error) {
        if (ended.aborted) return
        failed(error)
        retryMs = Math.min(retryMs * 2, Math.max(maxRetryMs, everyMs))
      }
      await rest(retryMs, either)
    }
  }

  async function follow(installation: string) {
    const end = new AbortController()
    const pace = { isGentle: true, signal: end.signal }
    const current = await openChain({ path, database, store, to, installation, workFolder, clock, pace })
    for (const { file } of lately) current.add(file)
    chain = current
    const [looking, sending] = [lookOn(current), sendOn(current, installation, end.signal)]
    try {
      await Promise.race([looking, sending])
      // The last writes. Without a whole copy, it is of no use.
      if (signal.aborted && current.isUsable()) {
        await sending
        await current.send().then(succeeded)
      }
    } finally {
      end.abort(new Error('The copy was ended'))
      chain = undefined
      await Promise.allSettled([looking, sending])
      await current.close()
    }
  }

  async function run() {
    let waitMs = everyMs
    while (!signal.aborted) {
      const installation = database.ready ? await store.installationId().catch(() => undefined) : undefined
      if (installation === undefined) {
        await rest(readyMs)
        continue
      }
      try {
        await to.place.prepare()
        coveredAt ||= await lastTime(to.place, installation)
        await follow(installation)
      } catch (error) {
        if (signal.aborted) return
        // A copy that ends again and again before it is complete must not occupy the disk.
        waitMs = failure === undefined ? everyMs : Math.min(waitMs * 2, Math.max(maxRetryMs, everyMs))
        failed(error)
        await rest(waitMs)
      }
    }
  }

  return {
    start: () => {
      running = run()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.race([running, pause(maxLastMs, undefined, { ref: false })])
    },
    /** A file was stored, and will be named by a row. */
    noticed(owner: string, { id, size, sha256 }: StoredFile): void {
      const file = { owner, id, size, sha256 }
      lately = lately.filter(({ at }) => at > clock() - maxUploadMs)
      lately.push({ file, at: clock() })
      chain?.add(file)
    },
    /** All that was committed before this time is in the place; 0 if nothing is. */
    coveredAt: () => coveredAt,
  }
}

export type Copier = ReturnType<typeof copier>
