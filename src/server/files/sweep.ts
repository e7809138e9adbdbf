import type { Logger } from 'pino'
import type { FileKey, FileStore } from '../file-store/store.ts'
import type { InstallationRules } from '../installation/installation.ts'
import type { Config } from '../settings/config.ts'

interface Dependencies {
  store: FileStore
  installation: Pick<InstallationRules, 'check'>
  /** Returns the files among these that have no row. */
  unknown: (keys: FileKey[]) => Promise<FileKey[]>
  config: Pick<Config, 'maxSweepPercent'>
  clock: () => number
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const daysAside = 30
/** This many files may always be moved, whatever their share of all files. */
const alwaysAllowed = 10
/** Further files are left for the next sweep, so that a sweep neither takes long nor needs much memory. */
const maxPerSweep = 1_000
/** If a file seems older than this, or from the future, its time or the clock is wrong. */
const maxPlausibleAgeMs = 20 * 365 * dayMs

/**
 * Removes the leftovers of interrupted uploads and deletions: deletes unfinished files after an hour, and moves files without a row aside
 * after a day, which are deleted 30 days later. Does nothing if the files belong to another database. Moves nothing if it would be more
 * than a small share of all files, because an operator must then find the cause.
 */
export function sweepRules({ store, installation, unknown, config, clock, log }: Dependencies) {
  const isOlder = (writtenAt: number | undefined, ms: number) => {
    const age = writtenAt === undefined ? 0 : clock() - writtenAt
    return age > ms && age < maxPlausibleAgeMs
  }
  const isForgotten = async (key: FileKey) => isOlder(await store.writtenAt(key), dayMs)

  /** The files that this sweep may move, the number of all files without a row, and the number of all files. */
  async function findForgotten() {
    const found: FileKey[] = []
    let [forgotten, total] = [0, 0]
    for await (const page of store.pagesToSweep()) {
      total += page.length
      for (const key of await unknown(page)) {
        if (!(await isForgotten(key))) continue
        forgotten++
        if (found.length < maxPerSweep) found.push(key)
      }
    }
    return { found, forgotten, total }
  }

  async function setForgottenAside() {
    const { found, forgotten, total } = await findForgotten()
    const allowed = Math.max(alwaysAllowed, Math.floor((total * config.maxSweepPercent) / 100))
    if (forgotten > allowed) {
      log.error(
        `${forgotten} of ${total} files in ${store.name} are not in the database, more than MAX_SWEEP_PERCENT=${config.maxSweepPercent} allows. ` +
          'Nothing was moved. Check DATABASE_URL, DATA_DIR and FILES_URL, and whether the database was restored from an old backup. ' +
          'If the files are really leftovers, start once with a higher MAX_SWEEP_PERCENT.',
      )
      return
    }
    const day = new Date(clock()).toISOString().slice(0, 10)
    // Checked again, because a restore may have brought rows back in the meantime.
    for (const key of await unknown(found)) {
      if (!(await store.setAside(key, day))) continue
      log.warn(
        { owner: key.owner, file: key.id },
        `Moved the file ${key.owner}/${key.id} aside to removed/${day}: it is not in the database. It will be deleted in ${daysAside} days.`,
      )
    }
  }

  async function removeUnfinished() {
    for (const { id, writtenAt } of await store.unfinished()) {
      if (!isOlder(writtenAt, hourMs)) continue
      await store.removeUnfinished(id)
      log.info({ file: id }, `Deleted the unfinished upload ${id}`)
    }
  }

  async function removeOldAside() {
    for (const day of await store.daysSetAside()) {
      if (!isOlder(Date.parse(day), (daysAside + 1) * dayMs)) continue
      const count = await store.removeSetAside(day)
      log.warn(`Deleted ${count} files that were moved aside on ${day}`)
    }
  }

  return async (): Promise<void> => {
    if (!(await installation.check())) return
    await removeUnfinished()
    await setForgottenAside()
    await removeOldAside()
  }
}
