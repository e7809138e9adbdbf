import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { MarkedStore } from '../file-store/store.ts'
import { installationTable } from './installation-table.ts'

interface Dependencies {
  database: Database
  store: MarkedStore
  /** True if the store is empty, or the database knows some of its files. */
  isPlausible: () => Promise<boolean>
  log: Pick<Logger, 'error'>
}

/**
 * Checks whether the database and the files belong together: both store the same random id. An older installation without an id gets one if
 * the database knows some of its files. Two different ids never match, and are never changed.
 */
export function installationRules({ database, store, isPlausible, log }: Dependencies) {
  const table = installationTable(database.db)
  let isKnownToMatch = false

  async function compare(): Promise<{ matches: boolean; id: string }> {
    const marked = await store.installationId()
    const found = await table.find()
    if (found !== undefined && marked !== undefined) return { matches: found === marked, id: found }
    const plausible = await isPlausible()
    // An older backup without an id may have been restored next to files that have one.
    const id = found ?? (await table.insert((plausible && marked) || randomUUID()))
    if (marked === undefined && plausible) await store.setInstallationId(id)
    // Meanwhile another node may have marked the store, and put its first file there, which no row names yet.
    if (marked === undefined && !plausible) return { matches: id === (await store.installationId()), id }
    return { matches: id === marked || marked === undefined, id }
  }

  return {
    /** Compares both ids again, and logs an error if the files belong to another database. */
    async check(): Promise<boolean> {
      const { matches, id } = await compare()
      isKnownToMatch = matches
      if (!matches) {
        log.error(
          `The files in ${store.name} do not belong to ${database.name}. Check DATABASE_URL, DATA_DIR and FILES_URL. ` +
            'Until they match, uploads are refused and the sweep removes nothing. ' +
            `If you are sure that they belong together, write ${id} into ${store.idName}.`,
        )
      }
      return matches
    },
    /** Whether new files may be stored. A match is remembered until the next check. A mismatch is checked again every time. */
    async matches(): Promise<boolean> {
      isKnownToMatch ||= (await compare()).matches
      return isKnownToMatch
    },
  }
}

export type InstallationRules = ReturnType<typeof installationRules>
