import { type Dialect, Kysely } from 'kysely'
import type pg from 'pg'
import type { Work } from './database.ts'
import { fairQueue } from './fair-queue.ts'
import type { Limits } from './limits.ts'
import { type Notification, type Piece, quiet, SharedTransaction, TooLong } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'

interface Waiting {
  owner: string
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Runs the work in a transaction of its own. */
  runAlone: () => void
}

interface Parts {
  pool: pg.Pool
  db: Kysely<Schema>
  dialect: Dialect
  /** Runs work in a transaction of its own, which may wait for locks, and again after a deadlock. */
  alone: <T>(owner: string, work: Work<T>) => Promise<T>
  /** Whether an error has rolled back the whole transaction, which may succeed if it is repeated. */
  isRolledBack: (error: unknown) => boolean
  limits: Pick<Limits, 'connections' | 'sharedCommits'>
}

/** Groups at a time, each on its own connection: while one waits for the disk, another one runs. */
const groupsOfAll = 2
/** If each owner has an own group, more of them are needed. These connections are left to others. */
const connectionsOfOthers = 4
/** PostgreSQL keeps track of 64 savepoints of a transaction in memory. */
const maxTogether = 32
/** An owner whose rows another node has locked does not share transactions for this time. */
const contendedMs = 1_000

/** Work that waits for a lock delays the others in its group, so it waits only briefly. */
const begin = { text: 'begin; set local lock_timeout = 20; set local statement_timeout = 500' }
const patient = { text: 'set local lock_timeout to default; set local statement_timeout to default' }
const notify = {
  name: 'notify_all',
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as sent (channel, payload)',
}
const [commit, rollback] = [{ text: 'commit' }, { text: 'rollback' }]
const savepoint = { name: 'savepoint', text: 'savepoint one' }
const release = { name: 'release', text: 'release one' }
const rollbackToSavepoint = { name: 'rollback_to', text: 'rollback to one' }

const transactions = new WeakMap<Kysely<Schema>, SharedTransaction>()

/** The shared transaction that a piece of work runs in, if it shares one. */
export const sharedTransactionOf = (tx: Kysely<Schema>) => transactions.get(tx)

/** Lock timeout, statement timeout, deadlock, and an outdated plan: work that fails with them in a group may succeed alone. */
const mayWait = /^(55P03|57014|40P01|40001|0A000)$/
const lockTimeout = '55P03'
const outdatedPlan = '0A000'
const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

/**
 * Runs concurrent transactions of one node together, as group-commit.ts does for SQLite: one after another behind savepoints, with one
 * commit and one wait for the disk, after which all of them are acknowledged. A failed one is rolled back alone. Owners take turns. Work
 * that waits for a lock or is long leaves the group and runs alone, so that it delays no other owner and holds no locks of theirs.
 */
export function postgresGroupCommit({ pool, db, dialect, alone, isRolledBack, limits }: Parts) {
  const isOfOneOwner = limits.sharedCommits === 'owner'
  const maxGroups = isOfOneOwner ? Math.max(1, limits.connections - connectionsOfOthers) : groupsOfAll
  const waiting = fairQueue<Waiting>()
  const contended = new Map<string, number>()
  /** The owners whose work runs in a group. Another group would wait for their rows. */
  const running = new Set<string>()
  const kyselys = new WeakMap<pg.ClientBase, { tx: Kysely<Schema>; shared: SharedTransaction }>()
  let groups = 0
  let isConnecting = false

  function schedule() {
    if (isConnecting || groups >= maxGroups || !waiting.hasNext((owner) => running.has(owner))) return
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
    const failure = client && group.length ? await runGroup(client, group) : undefined
    for (const { owner } of group) running.delete(owner)
    client?.release(failure)
    groups--
    schedule()
  }

  function takeGroup(): Waiting[] {
    const group: Waiting[] = []
    const taken = new Set<string>()
    const isElsewhere = (owner: string) => !taken.has(owner) && (running.has(owner) || (isOfOneOwner && taken.size > 0))
    while (group.length < maxTogether) {
      const [owner, next] = waiting.next(performance.now(), isElsewhere) ?? []
      if (!owner || !next) break
      group.push(next)
      taken.add(owner)
      running.add(owner)
    }
    return group
  }

  /** Runs a group. Returns an error if the connection cannot be used any more. */
  async function runGroup(client: pg.ClientBase, group: Waiting[]): Promise<Error | undefined> {
    const { tx, shared } = kyselyOn(client)
    const together = new Set(group)
    const leave = (piece: Waiting) => {
      together.delete(piece)
      piece.runAlone()
    }
    try {
      // Statements that follow a failed "begin" would not be in a transaction.
      await shared.send(begin)
      const { answers, notifications, outdated } = await runPieces(tx, shared, group, leave)
      const [channels, payloads] = [
        notifications.map(({ channel }) => channel),
        notifications.map(({ payload }) => payload),
      ]
      const ending = [shared.send(patient)]
      if (channels.length) ending.push(shared.send({ ...notify, values: [channels, payloads] }))
      ending.push(shared.send(commit))
      const ended = await Promise.all(ending)
      // PostgreSQL answers so if the transaction had failed before.
      if (ended.at(-1)?.command !== 'COMMIT') throw new Error('The transaction was rolled back')
      for (const answer of answers) answer()
      return outdated
    } catch (error) {
      const isUsable = await shared.send(rollback).then(
        () => true,
        () => false,
      )
      for (const piece of together) {
        if (isRolledBack(error)) piece.runAlone()
        else piece.reject(error)
      }
      return isUsable ? undefined : (error as Error)
    }
  }

  /**
   * Runs pieces of work one after another. The next one begins before the end of the last one is confirmed; if that fails, it runs again.
   */
  async function runPieces(
    tx: Kysely<Schema>,
    shared: SharedTransaction,
    group: Waiting[],
    leave: (piece: Waiting) => void,
  ) {
    const answers: (() => void)[] = []
    const notifications = new Map<string, Notification>()
    let outdated: Error | undefined
    let last: { piece: Waiting; value: unknown; run: Piece; failure: Promise<Failure | undefined> } | undefined

    /** Rolls back a piece of work, which makes the transaction usable again, or fails with the error of the work. */
    async function undo(piece: Waiting, { error }: Failure) {
      try {
        await Promise.all([shared.send(rollbackToSavepoint), shared.send(release)])
      } catch {
        throw error
      }
      if (codeOf(error) === outdatedPlan) outdated = error as Error
      if (codeOf(error) === lockTimeout) contended.set(piece.owner, performance.now() + contendedMs)
      if (error instanceof TooLong || mayWait.test(codeOf(error))) leave(piece)
      else answers.push(() => piece.reject(error))
    }

    /** Waits until the last piece of work has ended. Returns whether it has succeeded. */
    async function endLast(): Promise<boolean> {
      if (!last) return true
      const { piece, value, run, failure } = last
      last = undefined
      const failed = await failure
      if (failed) {
        await undo(piece, failed)
        return false
      }
      for (const sent of run.notifications) notifications.set(`${sent.channel} ${sent.owner}`, sent)
      answers.push(() => piece.resolve(value))
      return true
    }

    for (const piece of group) {
      if (isContended(piece.owner)) {
        leave(piece)
        continue
      }
      let ran = await runOne(tx, shared, piece)
      if (!(await endLast())) {
        await ran.failure()
        ran = await runOne(tx, shared, piece)
      }
      if ('error' in ran.outcome) {
        await undo(piece, (await ran.failure()) ?? ran.outcome)
      } else {
        ran.run.sent.push(quiet(shared.send(release)))
        last = { piece, value: ran.outcome.value, run: ran.run, failure: ran.failure() }
      }
    }
    await endLast()
    return { answers, notifications: [...notifications.values()], outdated }
  }

  function isContended(owner: string): boolean {
    const until = contended.get(owner)
    if (until === undefined) return false
    if (until > performance.now()) return true
    contended.delete(owner)
    return false
  }

  function kyselyOn(client: pg.ClientBase) {
    const known = kyselys.get(client)
    if (known) return known
    const shared = new SharedTransaction(client)
    const executor = db.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(shared) })
    const tx = new Kysely<Schema>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor })
    transactions.set(tx, shared)
    kyselys.set(client, { tx, shared })
    return { tx, shared }
  }

  return <T>(owner: string, work: Work<T>): Promise<T> => {
    if (isContended(owner)) return alone(owner, work)
    return new Promise<T>((resolve, reject) => {
      const runAlone = () => void alone(owner, work).then(resolve, reject)
      waiting.add(owner, { owner, work, resolve: resolve as (value: unknown) => void, reject, runAlone })
      schedule()
    })
  }
}

type Failure = { error: unknown }

/** Runs one piece of work behind a savepoint. */
async function runOne(tx: Kysely<Schema>, shared: SharedTransaction, { work }: Waiting) {
  const run = shared.begin()
  run.sent.push(quiet(shared.send(savepoint)))
  let outcome: { value: unknown } | Failure
  try {
    outcome = { value: await work(tx) }
    if (run.isTooLong) outcome = { error: new TooLong() }
  } catch (error) {
    outcome = { error }
  }
  return {
    run,
    outcome,
    /** The first failure among the statements that nobody has waited for. */
    async failure(): Promise<Failure | undefined> {
      const failed = (await Promise.allSettled(run.sent)).find(({ status }) => status === 'rejected')
      return failed && { error: (failed as PromiseRejectedResult).reason }
    },
  }
}
