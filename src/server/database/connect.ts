import { setTimeout as pause } from 'node:timers/promises'
import { type Database, DatabaseError, type Outage } from './database.ts'
import { migrate } from './migrate.ts'

interface Log {
  info(message: string): void
  warn(message: string): void
}

interface Dependencies {
  database: Database
  log: Log
  stop: AbortSignal
  /** The folder with files that belong to this database, if it exists. */
  filesFolder?: string | undefined
}

const maxPauseMs = 5_000

const unknownPlace = ({ name }: Database, { message }: Error) =>
  `Taskdeck cannot find out whether ${name} is still the same database (${message}). After a failover that loses writes, or if the database is replaced by an older copy, browsers may show tasks that no longer exist.`

/**
 * Migrates the database, and keeps trying while it cannot be reached. Resolves with true when it is ready, and with false if
 * stopped before. Rejects if waiting does not help.
 */
export async function connect({ database, log, stop, filesFolder }: Dependencies): Promise<boolean> {
  const onWait = () => log.info(`Another node is migrating ${database.name}. Waiting for it to finish.`)
  const onNewer = (newer: string[]) =>
    log.warn(
      `${database.name} was migrated by a newer version of Taskdeck (${newer.join(', ')}). This version works on it, but does not show what only the newer one knows.`,
    )
  const onDistributed = (tables: string[]) =>
    log.info(`Distributed the tables of ${database.name} by owner: ${tables.join(', ')}`)
  for (let wait = 500; !stop.aborted; wait = Math.min(wait * 2, maxPauseMs)) {
    try {
      const names = await migrate(database, undefined, { onWait, onNewer, onDistributed, filesFolder })
      if (names.length) log.info(`Migrated ${database.name}: ${names.join(', ')}`)
      await database.optimize()
      await database.renewEpoch().catch((error: Error) => {
        if (database.outage(error)) throw error
        log.warn(unknownPlace(database, error))
      })
      return true
    } catch (error) {
      const outage = database.outage(error)
      if (!outage) throw error
      if (outage.kind === 'refused') throw refusal(database, outage)
      const state = outage.kind === 'busy' ? 'is busy' : 'cannot be reached'
      log.warn(`${database.name} ${state} (${outage.reason}). Trying again in ${wait / 1000} s.`)
      await pause(wait, undefined, { signal: stop }).catch(() => {})
    }
  }
  return false
}

/** The error for the operator if the database refuses us, which waiting does not change. */
function refusal(
  { name }: Pick<Database, 'name'>,
  { reason, advice = 'check the name and password in DATABASE_URL' }: Outage,
) {
  return new DatabaseError(`${name} cannot be used (${reason}): ${advice}.`)
}

/** An error of the database in words for the operator of a command, which does not wait; undefined if it is no outage. */
export function outageOf(database: Pick<Database, 'name' | 'outage'>, error: unknown): DatabaseError | undefined {
  const outage = database.outage(error)
  if (!outage) return undefined
  if (outage.kind === 'refused') return refusal(database, outage)
  const state = { busy: 'is busy', full: 'has no space left', unreachable: 'cannot be reached' }[outage.kind]
  return new DatabaseError(`${database.name} ${state} (${outage.reason}). Run the command again when this is solved.`)
}
