import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { installationTable } from './installation-table.ts'

/** What the place where files are kept must be able to do so that it can be told apart from another. */
export interface MarkedStore {
  /** The place as it may be shown. */
  readonly name: string
  /** Where the id is written, as it may be shown. */
  readonly idName: string
  installationId(): Promise<string | undefined>
  setInstallationId(id: string): Promise<void>
}

interface Parts {
  database: Database
  store: MarkedStore
  /** True when the store is empty, or the database knows some of the files in it. */
  isPlausible: () => Promise<boolean>
  log: Pick<Logger, 'error'>
}

/**
 * Tells whether the database and the files belong together: both hold the same random id. An installation from before there were ids gets one
 * when some of its files are known to the database. Two ids that differ never match, and are never changed.
 */
export function installationRules({ database, store, isPlausible, log }: Parts) {
  const table = installationTable(database.db)
  let isKnownToMatch = false

  async function compare(): Promise<{ matches: boolean; id: string }> {
    const marked = await store.installationId()
    const found = await table.find()
    if (found !== undefined && marked !== undefined) return { matches: found === marked, id: found }
    const plausible = await isPlausible()
    // A backup from before there were ids may be restored beside files that have one.
    const id = found ?? (await table.insert((plausible && marked) || randomUUID()))
    if (marked === undefined && plausible) await store.setInstallationId(id)
    return { matches: id === marked || (marked === undefined && plausible), id }
  }

  return {
    /** Looks at both ids anew and logs an error when the files belong to another database. */
    async check(): Promise<boolean> {
      const { matches, id } = await compare()
      isKnownToMatch = matches
      if (!matches) {
        log.error(
          `The files in ${store.name} belong to another database than ${database.name}. Check DATABASE_URL and DATA_DIR. ` +
            'Until they match, uploads are refused and the sweep removes nothing. ' +
            `If you are sure that they belong together, write ${id} into ${store.idName}.`,
        )
      }
      return matches
    },
    /** Whether new files may be stored. A match is remembered until the next check; a mismatch ends as soon as it is mended. */
    async matches(): Promise<boolean> {
      isKnownToMatch ||= (await compare()).matches
      return isKnownToMatch
    },
  }
}

export type InstallationRules = ReturnType<typeof installationRules>
