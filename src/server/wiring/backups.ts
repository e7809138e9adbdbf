import type { Logger } from 'pino'
import packageInfo from '../../../package.json' with { type: 'json' }
import type { Dependencies as BackupDependencies } from '../backups/make-backup.ts'
import { migrationsInFolder } from '../database/migrations-in-folder.ts'
import { fileStore } from '../file-store/open-store.ts'
import type { FileStore } from '../file-store/store.ts'
import { arePlausible, unknownFiles } from '../files/known-files.ts'
import { installationRules } from '../installation/installation.ts'
import { holds } from '../jobs/hold.ts'
import type { Dependencies } from './ground.ts'

/** Everything that a backup needs. The database need not be migrated. */
export function wireBackups({
  config,
  database,
  clock = Date.now,
  store = fileStore(config),
}: Pick<Dependencies, 'config' | 'database' | 'clock'> & { store?: FileStore }): BackupDependencies & {
  store: FileStore
} {
  return {
    database,
    store,
    holds: holds({ database, clock }),
    unknown: unknownFiles(database),
    knownMigrations: async () => Object.keys(await migrationsInFolder()),
    version: packageInfo.version,
    workFolder: config.dataDir,
    clock,
  }
}

/** Checks whether the database and the files belong together. */
export function wireInstallation({
  config,
  database,
  log,
  store = fileStore(config),
}: Pick<Dependencies, 'config' | 'database'> & { log: Pick<Logger, 'error'>; store?: FileStore }) {
  return installationRules({ database, store, isPlausible: () => arePlausible(store, database), log })
}
