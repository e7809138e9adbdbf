import { type Dialect, Kysely } from 'kysely'
import type pg from 'pg'
import type { Work } from './database.ts'
import { fairQueue } from './fair-queue.ts'
import type { Limits } from './limits.ts'
import { type Connection, type Contention, runGroup, type Waiting } from './postgres-group.ts'
import { SharedTransaction } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'

interface Dependencies {
  pool: pg.Pool
  db: Kysely<Schema>
  dialect: Dialect
  /** Runs work in a transaction of its own, which may wait for locks, and again after a deadlock. */
  alone: <T>(owner: string, work: Work<T>) => Promise<T>
  /** Whether an error has rolled back the whole transaction, which may succeed if it is repeated. */
  isRolledBack: (error: unknown) => boolean
  /** Whether only the writes of one owner share a transaction. */
  isOfOneOwner: () => boolean
  limits: Pick<Limits, 'connections'>
}

/** Groups at a time, each on its own connection: while one waits for the disk, another one runs. */
const groupsOfAll = 2
/** If every owner has a group of their own, more groups run at a time. This many connections stay free for other work. */
const connectionsOfOthers = 4
/** PostgreSQL keeps track of 64 savepoints of a transaction in memory. */
const maxTogether = 32
/** An owner whose rows another node has locked does not share transactions for this time. */
const contendedMs = 1_000

const transactions = new WeakMap<Kysely<Schema>, SharedTransaction>()

/** The shared transaction that a piece of work runs in, if it shares one. */
export const sharedTransactionOf = (tx: Kysely<Schema>) => transactions.get(tx)

/**
 * Runs concurrent transactions of one node together, as group-commit.ts does for SQLite: one after another behind savepoints, with one
 * commit and one wait for the disk, after which all of them are acknowledged. A failed one is rolled back alone. Owners take turns. Work
 * that waits for a lock or is long leaves the group and runs alone, so that it delays no other owner and holds no locks of theirs.
 */
export function postgresGroupCommit({ pool, db, dialect, alone, isRolledBack, isOfOneOwner, limits }: Dependencies) {
  const maxGroups = () => (isOfOneOwner() ? Math.max(1, limits.connections - connectionsOfOthers) : groupsOfAll)
  const waiting = fairQueue<Waiting>()
  const contention = recentlyContended()
  /** The owners whose work runs in a group. Another group would wait for their rows. */
  const running = new Set<string>()
  const connections = new WeakMap<pg.ClientBase, Connection>()
  let groups = 0
  let isConnecting = false

  function schedule() {
    if (isConnecting || groups >= maxGroups() || !waiting.hasNext((owner) => running.has(owner))) return
    isConnecting = true
    groups++
    // After all requests that have arrived by now have been read, so that they share the commit.
    setImmediate(() => void runNext())
  }

  async function runNext() {
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
    } catch (error) {
      for (const { reject } of waiting.takeAll()) reject(error)
    }
    isConnecting = false
    const group = client ? takeGroup() : []
    schedule()
    const failure =
      client && group.length
        ? await runGroup(connectionOn(client), group, { contention, isRolledBack, locksDecks: !isOfOneOwner() })
        : undefined
    for (const { owner } of group) running.delete(owner)
    client?.release(failure)
    groups--
    schedule()
  }

  function takeGroup(): Waiting[] {
    const group: Waiting[] = []
    const taken = new Set<string>()
    const isElsewhere = (owner: string) =>
      !taken.has(owner) && (running.has(owner) || (isOfOneOwner() && taken.size > 0))
    while (group.length < maxTogether) {
      const [owner, next] = waiting.next(performance.now(), isElsewhere) ?? []
      if (!owner || !next) break
      group.push(next)
      taken.add(owner)
      running.add(owner)
    }
    return group
  }

  function connectionOn(client: pg.ClientBase): Connection {
    const known = connections.get(client)
    if (known) return known
    const shared = new SharedTransaction(client)
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(shared) })
    const tx = new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
    transactions.set(tx, shared)
    connections.set(client, { tx, shared })
    return { tx, shared }
  }

  return <T>(owner: string, work: Work<T>): Promise<T> => {
    if (contention.has(owner)) return alone(owner, work)
    return new Promise<T>((resolve, reject) => {
      const runAlone = () => void alone(owner, work).then(resolve, reject)
      waiting.add(owner, { owner, work, resolve: resolve as (value: unknown) => void, reject, runAlone })
      schedule()
    })
  }
}

function recentlyContended(): Contention {
  const until = new Map<string, number>()
  return {
    add: (owner) => until.set(owner, performance.now() + contendedMs),
    has(owner) {
      const end = until.get(owner)
      if (end === undefined) return false
      if (end > performance.now()) return true
      until.delete(owner)
      return false
    },
  }
}
