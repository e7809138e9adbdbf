import type { Database } from '../database/database.ts'
import type { OutgoingHookRow } from '../database/schema.ts'
import { heldWork } from '../deliveries/held-work.ts'
import type { PausedMails } from '../mail/paused-mails.ts'
import { outgoingTable, type Sent } from './outgoing-table.ts'
import type { ReadingLog } from './reading-log.ts'
import { type Attempt, retryPauseMs, type sending } from './sending.ts'

interface Dependencies {
  database: Database
  log: Pick<ReadingLog, 'readSome'>
  send: ReturnType<typeof sending>
  clock: () => number
  /** Tells the browsers of the owner that a webhook was paused. */
  onPaused: (owner: string) => Promise<void>
  pausedMails: Pick<PausedMails, 'add' | 'wake'>
}

/** While so many messages of a webhook wait, the rest stays in the log, so a receiver that is down takes little room. */
const maxWaiting = 500
const maxWaitingBytes = 2_000_000
/** So many are sent at once, of which an owner has four calls at a time. */
const sentAtOnce = 20
export const giveUpMs = 24 * 3_600_000

const dayOfFailures = 'Every message has failed for a day.'
const gone = 'The receiver answered 410: it wants no more messages.'

/**
 * Sends the messages of one webhook: reads the log, and sends those that are due, in order for each task. A message that fails is tried again
 * for a day, with growing pauses, during which those of other tasks go on.
 */
export function pumping({ database, log, send, clock, onPaused, pausedMails }: Dependencies) {
  const table = outgoingTable(database.db)
  const own = (owner: string) => outgoingTable(database.of(owner))

  async function pause(hook: OutgoingHookRow, why: string) {
    await database.transaction(hook.user_id, async (tx) => {
      await outgoingTable(tx).giveUp(hook, why)
      await outgoingTable(tx).change(hook, { paused_at: clock(), paused_why: why })
      await database.notifyNodesOfSettings(tx, hook.user_id)
      await pausedMails.add(tx, hook.user_id, { what: 'webhook', name: hook.name, why })
    })
    pausedMails.wake()
    await onPaused(hook.user_id)
  }

  async function store(hook: OutgoingHookRow, message: Sent, attempt: Attempt): Promise<void> {
    const now = clock()
    const { isDelivered, isGone, status, tookMs, problem, response, retryMs = 0 } = attempt
    const attempts = message.attempts + 1
    const first = message.first_at ?? now
    const isOver = isDelivered || isGone || now - first >= giveUpMs
    await own(hook.user_id).set(hook, message.place, {
      ...{ attempts, status, problem, response, took_ms: tookMs, tried_at: now, first_at: first },
      state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
      next_at: isOver ? null : now + Math.max(retryPauseMs(attempts), retryMs),
    })
  }

  async function sendOne(hook: OutgoingHookRow, sent: Sent, stop: AbortSignal): Promise<Attempt | undefined> {
    const message = await table.message(hook, sent.id)
    if (!message) return undefined
    const attempt = await send(hook, message, stop)
    await store(hook, sent, attempt)
    return attempt
  }

  /** Sends messages at the same time. Returns why the webhook must be paused, if it must. */
  async function sendAll(hook: OutgoingHookRow, messages: Sent[], stop: AbortSignal): Promise<string | undefined> {
    const sent = await Promise.all(messages.map((message) => sendOne(hook, message, stop)))
    const attempts = sent.filter((attempt) => attempt !== undefined)
    if (attempts.some(({ isGone }) => isGone)) return gone
    if (!attempts.length) return undefined
    const hasFailed = attempts.every(({ isDelivered }) => !isDelivered)
    const since = hasFailed ? (hook.failing_since ?? clock()) : null
    if (since !== hook.failing_since) await own(hook.user_id).change(hook, { failing_since: since })
    return since !== null && clock() - since >= giveUpMs ? dayOfFailures : undefined
  }

  /** The first message of each task, if it is due. */
  const due = (waiting: Sent[]) => {
    const heads = new Map<string, Sent>()
    for (const message of waiting) if (!heads.has(message.subject)) heads.set(message.subject, message)
    return [...heads.values()].filter(({ next_at }) => (next_at ?? 0) <= clock())
  }

  /** Works until nothing is due. Returns when something will be; null if nothing waits. */
  async function run(owner: string, id: string, stop: AbortSignal): Promise<number | null> {
    let hook = await table.find(owner, id)
    while (hook && hook.paused_at === null && !stop.aborted) {
      const waiting = await table.waiting(hook, maxWaiting)
      const hasRoom = waiting.length < maxWaiting && (await table.waitingBytes(hook)) < maxWaitingBytes
      const read = hasRoom ? await log.readSome(hook) : undefined
      if (read && 'pause' in read) {
        await pause(hook, read.pause)
        return null
      }
      const added = read ? read.hook.last_place - hook.last_place : 0
      const heads = due(added ? await table.waiting(hook, maxWaiting) : waiting).slice(0, sentAtOnce)
      if (!heads.length && !read?.hasMore) {
        if (waiting.length || added) return nextOf(await table.waiting(hook, maxWaiting))
        return null
      }
      const problem = await sendAll(hook, heads, stop)
      if (problem) {
        await pause(hook, problem)
        return null
      }
      await own(owner).trim(hook)
      hook = await table.find(owner, id)
    }
    return null
  }

  const nextOf = (waiting: Sent[]) => {
    const heads = new Map<string, number>()
    for (const { subject, next_at } of waiting) if (!heads.has(subject)) heads.set(subject, next_at ?? clock())
    return heads.size ? Math.min(...heads.values()) : null
  }

  /** Whether a message is due before a time: a reminder, for example, which could wake nobody while this node had the lease. */
  async function hasEarlier(owner: string, id: string, time: number | null): Promise<boolean> {
    const hook = await table.find(owner, id)
    if (!hook || hook.paused_at !== null) return false
    const next = nextOf(await table.waiting(hook, maxWaiting))
    return next !== null && next < (time ?? Number.POSITIVE_INFINITY)
  }

  const work = heldWork({ run, hasEarlier, clock })
  return { work }
}
