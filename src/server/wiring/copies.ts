import type { Logger } from 'pino'
import { destination } from '../backups/destination.ts'
import { type Copier, copier } from '../copies/copier.ts'
import type { Database } from '../database/database.ts'
import { fileOf } from '../database/open.ts'
import { fileStore } from '../file-store/open-store.ts'
import type { FileStore } from '../file-store/store.ts'
import { watchedStore } from '../file-store/watched-store.ts'
import type { Config } from '../settings/config.ts'

/** The store of the files, and what copies the database and them all the time, if it is switched on. */
export function wireCopies({
  config,
  database,
  log,
  clock,
}: {
  config: Config
  database: Database
  log: Logger
  clock: () => number
}): {
  store: FileStore
  copier: Copier | undefined
} {
  const store = fileStore(config)
  const path = fileOf(config.databaseUrl)
  if (!config.copyTo || path === undefined) return { store, copier: undefined }
  const running = copier({
    ...{ path, database, store, clock, log },
    to: destination(config.copyTo, config),
    everyMs: config.copyEveryMs,
    keepMs: config.copyKeepMs,
    workFolder: config.dataDir,
  })
  return { store: watchedStore(store, running.noticed), copier: running }
}
