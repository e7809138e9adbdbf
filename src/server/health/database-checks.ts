import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { probeReads, probeWrites } from '../database/probe.ts'
import { type Readiness, readiness } from './readiness.ts'

interface Dependencies {
  database: Database
  log: Logger
  monotonic: () => number
}

/** Checks whether the database can be read and written. The log says once that it cannot and why, and when it can again. */
export function databaseChecks({ database, log, monotonic }: Dependencies): {
  canRead: Readiness
  canWrite: Readiness
} {
  const { name } = database
  const check = (what: string, probe: (database: Database) => Promise<void>): Readiness => {
    const isUsable = readiness({
      probe: () => probe(database),
      monotonic,
      onLost: (error) => log.error(`Not ready to ${what}: ${name} cannot be used (${reasonOf(error, database)})`),
      onBack: (awayMs) => log.info(`Ready to ${what} again: ${name} was away for ${Math.round(awayMs / 1000)} s`),
    })
    return async (maxWaitMs) => database.ready && isUsable(maxWaitMs)
  }
  return { canRead: check('read', probeReads), canWrite: check('write', probeWrites) }
}

/** The reason of an outage in one line. */
function reasonOf(error: unknown, database: Database): string {
  return database.outage(error)?.reason ?? (error instanceof Error ? error.message : String(error))
}
