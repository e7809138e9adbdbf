import type { Kysely } from 'kysely'
import type { Work } from './database.ts'
import { type Notification, type Piece, quiet, type SharedTransaction } from './postgres-transaction.ts'
import type { Schema } from './schema.ts'
import { TooLong } from './work-meter.ts'

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

interface Dependencies {
  contention: Contention
  /** Whether an error has rolled back the whole transaction, which may succeed if it is repeated. */
  isRolledBack: (error: unknown) => boolean
  /** Whether to lock the decks of all owners with one statement. A distributed engine has them on different servers. */
  locksDecks: boolean
}

/** Work that waits for a lock delays the others in its group, so it waits only briefly. */
const begin = { text: 'begin; set local lock_timeout = 20; set local statement_timeout = 500' }
const patient = { text: 'set local lock_timeout to default; set local statement_timeout to default' }
const notify = {
  name: 'notify_all',
  text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as sent (channel, payload)',
}
/** Most work changes the deck of its owner, and would ask for it. One that another node has locked is left to the work itself. */
const lockDecks = {
  name: 'lock_decks',
  text: `select user_id, last_number, last_seq, text_bytes from decks
    where user_id = any($1::text[]) and removed_at is null for no key update skip locked`,
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
  { contention, isRolledBack, locksDecks }: Dependencies,
): Promise<Error | undefined> {
  const together = new Set(group)
  const leave = (piece: Waiting) => {
    together.delete(piece)
    piece.runAlone()
  }
  try {
    shared.decks.clear()
    // Statements that follow a failed "begin" would not be in a transaction. Locks without one end at once.
    const begun = [shared.send(begin)]
    if (locksDecks) begun.push(shared.send({ ...lockDecks, values: [[...new Set(group.map(({ owner }) => owner))]] }))
    const [, locked] = await Promise.all(begun)
    for (const { user_id, ...deck } of locked?.rows ?? []) shared.decks.set(user_id, deck)
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

/** Work that has ended, and whether its statements have succeeded. */
interface Ended {
  piece: Waiting
  value: unknown
  run: Piece
  failure: Promise<Failure | undefined>
}

/**
 * Runs pieces of work one after another. The next one begins before the statements of those before it are confirmed. If one fails, those
 * after it run again.
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
  let unconfirmed: Ended[] = []

  /** Rolls back a piece of work, which makes the transaction usable again, or fails with the error of the work. */
  async function undo(piece: Waiting, { error }: Failure) {
    shared.decks.clear()
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

  /** Waits for the statements of all work that has ended. If some have failed, returns the work that must run again, because it came after. */
  async function confirm(): Promise<Waiting[] | undefined> {
    const ended = unconfirmed
    unconfirmed = []
    for (const [index, { piece, value, run, failure }] of ended.entries()) {
      const failed = await failure
      if (failed) {
        const after = ended.slice(index + 1)
        await Promise.all(after.map(({ failure }) => failure))
        await undo(piece, failed)
        return after.map(({ piece }) => piece)
      }
      for (const sent of run.notifications) notifications.set(`${sent.channel} ${sent.owner}`, sent)
      answers.push(() => piece.resolve(value))
    }
  }

  const next = [...group]
  for (let piece = next.shift(); piece; piece = next.shift()) {
    if (contention.has(piece.owner)) leave(piece)
    else {
      const { run, outcome, failure } = await runOne(tx, shared, piece)
      if ('value' in outcome) {
        run.sent.push(quiet(shared.send(release)))
        unconfirmed.push({ piece, value: outcome.value, run, failure: failure() })
      } else {
        const again = await confirm()
        const failed = await failure()
        if (again) next.unshift(...again, piece)
        else await undo(piece, failed ?? outcome)
      }
    }
    if (!next.length) next.push(...((await confirm()) ?? []))
  }
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
