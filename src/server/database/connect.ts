import { setTimeout as pause } from 'node:timers/promises'
import { type Database, DatabaseError } from './database.ts'
import { migrate } from './migrate.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
}

interface Parts {
  database: Database
  log: Log
  stop: AbortSignal
  /** The folder with files that belong to this database, if it exists. */
  filesFolder?: string | undefined
}

const maxPauseMs = 5_000

/**
 * Migrates the database, and keeps trying while it cannot be reached. Resolves with true when it is ready, and with false if
 * stopped before. Rejects if waiting does not help.
 */
export async function connect({ database, log, stop, filesFolder }: Parts): Promise<boolean> {
  const onWait = () => log.info(`Another node is migrating ${database.name}. Waiting for it to finish.`)
  for (let wait = 500; !stop.aborted; wait = Math.min(wait * 2, maxPauseMs)) {
    try {
      const names = await migrate(database, undefined, { onWait, filesFolder })
      if (names.length) log.info(`Migrated ${database.name}: ${names.join(', ')}`)
      await database.optimize()
      return true
    } catch (error) {
      const outage = database.outage(error)
      if (!outage) throw error
      if (outage.kind === 'refused') {
        throw new DatabaseError(
          `${database.name} refused the connection (${outage.reason}): check the name and password in DATABASE_URL.`,
        )
      }
      const state = outage.kind === 'busy' ? 'is busy' : 'cannot be reached'
      log.warn(`${database.name} ${state} (${outage.reason}). Trying again in ${wait / 1000} s.`)
      await pause(wait, undefined, { signal: stop }).catch(() => {})
    }
  }
  return false
}
