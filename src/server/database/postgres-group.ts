import type { Kysely } from 'kysely'
import type { Work } from './database.ts'
import { type Notification, type Piece, quiet, type SharedTransaction, TooLong } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'

export interface Waiting {
  owner: string
  work: Work<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  /** Runs the work in a transaction of its own. */
  runAlone: () => void
}

/** A connection as a shared transaction, and as the object that work runs on. */
export interface Connection {
  tx: Kysely<Schema>
  shared: SharedTransaction
}

/** Owners whose rows were locked by another node a moment ago. Until that is over, each of their writes has a transaction of its own. */
export interface Contention {
  add: (owner: string) => void
  has: (owner: string) => boolean
}

interface Parts {
  contention: Contention
  /** Whether an error has rolled back the whole transaction, which may succeed if it is repeated. */
  isRolledBack: (error: unknown) => boolean
}

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

/** Lock timeout, statement timeout, deadlock, and an outdated plan: work that fails with them in a group may succeed alone. */
const mayWait = /^(55P03|57014|40P01|40001|0A000)$/
const lockTimeout = '55P03'
const outdatedPlan = '0A000'
const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

/** Runs pieces of work in one transaction and answers them. Returns an error if the connection cannot be used any more. */
export async function runGroup(
  { tx, shared }: Connection,
  group: Waiting[],
  { contention, isRolledBack }: Parts,
): Promise<Error | undefined> {
  const together = new Set(group)
  const leave = (piece: Waiting) => {
    together.delete(piece)
    piece.runAlone()
  }
  try {
    // Statements that follow a failed "begin" would not be in a transaction.
    await shared.send(begin)
    const { answers, notifications, outdated } = await runPieces({ tx, shared }, group, leave, contention)
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
  { tx, shared }: Connection,
  group: Waiting[],
  leave: (piece: Waiting) => void,
  contention: Contention,
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
    if (codeOf(error) === lockTimeout) contention.add(piece.owner)
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
    if (contention.has(piece.owner)) {
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
