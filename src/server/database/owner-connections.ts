import { type Dialect, Kysely } from 'kysely'
import { lanes } from '../lanes.ts'
import { retry } from './retry.ts'
import type { Schema } from './schema.ts'

/** One change of an owner waits for the lock on the owner's row while another one holds it; more would only wait as well. */
const maxPerOwner = 2
const maxWaiting = 100
const maxWaitMs = 10_000

/**
 * Gives each owner a Kysely of their own that takes at most a few connections of the pool. What waits for a row lock
 * occupies only those: the rest of that owner's work queues outside the pool, and other owners find connections.
 * A statement or transaction that `isTransient` fails for was rolled back as a whole, and is run again.
 */
export function ownerConnections(db: Kysely<Schema>, dialect: Dialect, isTransient: (error: unknown) => boolean) {
  const lane = lanes({ maxRunning: maxPerOwner, maxWaiting, maxWaitMs })
  const executor = db.getExecutor()
  // Begins and ends transactions on connections that the executor provides.
  const driver = dialect.createDriver()
  return (owner: string) =>
    new Kysely<Schema>({
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider({
        provideConnection: (consumer, options) =>
          lane.run(owner, () => retry(() => executor.provideConnection(consumer, options), isTransient)),
      }),
    })
}
