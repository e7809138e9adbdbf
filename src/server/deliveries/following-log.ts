import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DeliveryRow, Schema } from '../database/schema.ts'
import type { DeliveryQueue } from './deliveries.ts'
import type { DeliveryLease } from './delivery-kind.ts'

/** Something that follows the log of its owner, and has one delivery of a kind, with its own id. */
export interface Followers {
  kind: string
  /** Those of all owners, each with whether the log has events that it has not read. */
  active(): Promise<{ user_id: string; id: string; unread: boolean | number }[]>
  activeOf(owner: string): Promise<{ id: string }[]>
  /** Works with a lease until nothing is due, and releases it. Returns whether more has come meanwhile. */
  work(owner: string, id: string, lease: DeliveryLease, stopping: AbortSignal): Promise<boolean>
}

interface Dependencies {
  database: Database
  queue: DeliveryQueue
  followers: Followers
  clock: () => number
  onTrouble: (error: unknown) => void
}

/** Another node may have made a follower, and an announcement may get lost. */
const checkEveryMs = 30_000
/** The changes of an owner within this time wake its followers once. */
const wakeDelayMs = 50

/**
 * Wakes followers, such as webhooks to other programs, when the log of their owner has grown. A change of an owner without followers costs one look
 * into a set of this node: no statement, and nothing in its transaction.
 */
export function followingLog({ database, queue, followers, clock, onTrouble }: Dependencies) {
  const { kind } = followers
  /** Those that this node knows, by owner. */
  const known = new Map<string, Set<string>>()
  /** Those on which this node works, and those of which an event was announced meanwhile. */
  const busy = new Map<string, { isAnnounced: boolean }>()
  const delayed = new Map<string, NodeJS.Timeout>()
  let stopping = new AbortController()
  /** Runs while this node sends. */
  let timer: NodeJS.Timeout | undefined
  const running = new Set<Promise<void>>()

  queue.register({
    kind,
    isHeld: true,
    async deliver(owner, rows, lease) {
      for (const { subject } of rows) {
        const work = workOn(owner, subject, lease)
          .catch((error) => stopping.signal.aborted || onTrouble(error))
          .then(() => {
            running.delete(work)
          })
        running.add(work)
      }
      return 'held'
    },
  })

  async function workOn(owner: string, id: string, lease: DeliveryLease) {
    const state = { isAnnounced: false }
    busy.set(id, state)
    try {
      if (await followers.work(owner, id, lease, stopping.signal)) state.isAnnounced = true
    } finally {
      busy.delete(id)
    }
    if (state.isAnnounced && !stopping.signal.aborted) await queue.wake(owner, id)
  }

  async function wakeAll(owner: string) {
    for (const id of known.get(owner) ?? []) {
      const state = busy.get(id)
      if (state) state.isAnnounced = true
      else await queue.wake(owner, id)
    }
  }

  /** Reads which followers there are, and wakes those that have missed something. */
  async function check(): Promise<void> {
    if (!database.ready) return
    const active = await followers.active()
    known.clear()
    for (const { user_id, id } of active) known.set(user_id, (known.get(user_id) ?? new Set()).add(id))
    for (const { user_id, id, unread } of active) if (unread && !busy.has(id)) await queue.wake(user_id, id)
  }

  async function refresh(owner: string) {
    const found = await followers.activeOf(owner)
    if (found.length) known.set(owner, new Set(found.map(({ id }) => id)))
    else known.delete(owner)
  }

  const row = (owner: string, id: string): DeliveryRow => ({
    ...{
      user_id: owner,
      id,
      kind,
      subject: id,
      name: '',
      due_at: clock(),
      local_time: null,
      state: 'waiting',
    },
    ...{ attempts: 0, next_at: null, last_error: null },
  })

  return {
    /** Called after every change of an owner, on this or another node. */
    announce(owner: string): void {
      if (!timer || !known.has(owner) || delayed.has(owner)) return
      const wake = () => {
        delayed.delete(owner)
        wakeAll(owner).catch(onTrouble)
      }
      delayed.set(owner, setTimeout(wake, wakeDelayMs).unref())
    },
    /** Called after every change of an owner's settings, on this or another node. */
    settingsChanged(owner: string): void {
      if (database.ready) refresh(owner).catch(onTrouble)
    },
    refresh,
    check,
    add: (tx: Kysely<Schema>, owner: string, id: string) => queue.of(tx, owner).insert([row(owner, id)]),
    remove: (tx: Kysely<Schema>, owner: string, id: string) => queue.of(tx, owner).remove([id]),
    wake: queue.wake,
    start() {
      stopping = new AbortController()
      const again = () => check().catch((error) => database.outage(error) || onTrouble(error))
      void again()
      timer = setInterval(again, checkEveryMs).unref()
    },
    /** Resolves when this node has nothing more to send. */
    async settled(): Promise<void> {
      await Promise.all(running)
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      for (const waiting of delayed.values()) clearTimeout(waiting)
      stopping.abort()
      await Promise.all(running)
    },
  }
}

export type FollowingLog = ReturnType<typeof followingLog>
