import { Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { distributedTables } from './citus.ts'
import { sequentially } from './distribute-owners.ts'
import { DistributingCompiler } from './distributing-compiler.ts'
import { openPool } from './postgres-pool.ts'
import type { PostgresServers } from './postgres-servers.ts'
import type { Schema } from './schema.ts'

const sayWaitingAfterMs = 1_000
/** A migration that waits for a table blocks all later queries on it, so it is better to try again later. */
const tableLockTimeout = '10s'

/** Opens connections without time limits, because a migration may take long, and so may waiting for that of another node. */
export function migrationConnections(servers: PostgresServers, onWait: () => void) {
  const pool = openPool(servers, {
    max: 1,
    connectionTimeoutMillis: 5_000,
    application_name: 'taskdeck migrations',
  })

  let isDistributed = false
  class Adapter extends PostgresAdapter {
    override async acquireMigrationLock(...[db, options]: Parameters<PostgresAdapter['acquireMigrationLock']>) {
      const timer = setTimeout(onWait, sayWaitingAfterMs)
      try {
        await super.acquireMigrationLock(db, options)
      } finally {
        clearTimeout(timer)
      }
      await sql`select set_config('lock_timeout', ${tableLockTimeout}, false)`.execute(db)
      isDistributed = (await distributedTables(db)).length > 0
      if (isDistributed) await sequentially(db)
    }
  }
  class Dialect extends PostgresDialect {
    override createAdapter() {
      return new Adapter()
    }
    override createQueryCompiler() {
      return new DistributingCompiler(() => isDistributed)
    }
  }
  return { db: new Kysely<Schema>({ dialect: new Dialect({ pool }) }), close: () => pool.end() }
}
