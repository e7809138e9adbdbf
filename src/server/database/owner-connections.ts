import { type Dialect, Kysely } from 'kysely'
import { lanes } from '../work/lanes.ts'
import { retry } from './retry.ts'
import type { Schema } from './schema.ts'

/** One change of an owner runs while another waits for the lock on the owner's row. More connections would only wait for the same lock. */
const maxPerOwner = 2
const maxWaiting = 100
const maxWaitMs = 10_000

/** The places for the work of each owner. One owner never takes the last connection, if there is more than one. */
export function ownerLanes(connections: number) {
  return lanes({ maxRunning: Math.max(1, Math.min(maxPerOwner, connections - 1)), maxWaiting, maxWaitMs })
}

/**
 * Gives each owner a Kysely that uses at most a few connections of the pool. Work that waits for a row lock occupies only
 * those: the owner's other work queues outside the pool, and other owners find free connections. A statement or transaction
 * whose error `isTransient` accepts was rolled back completely, and is run again.
 */
export function ownerConnections(
  db: Kysely<Schema>,
  dialect: Dialect,
  isTransient: (error: unknown) => boolean,
  lane: Pick<ReturnType<typeof ownerLanes>, 'run'>,
) {
  const executor = db.getExecutor()
  // Begins and ends transactions on the connections of the executor.
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
