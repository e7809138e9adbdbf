import type { Kysely } from 'kysely'
import type { DeliveryRow, Schema } from '../database/schema.ts'

/** The work for deliveries of a kind. */
export interface DeliveryKind {
  kind: string
  /**
   * Does it for all deliveries of one owner that are due at the same time, and returns the state that they have then. It runs again if this node
   * is killed or it fails, so it must be safe to run twice. Work that takes long returns `held` and goes on, with the lease in its hands.
   */
  deliver(owner: string, rows: DeliveryRow[], lease: DeliveryLease): Promise<'ready' | 'sent' | 'held'>
  /**
   * For a kind that waits for another server, such as one for mail: its deliveries are taken one by one, beside those of other kinds, so that a slow
   * server holds up nothing else.
   */
  isSlow?: true
  /** For a kind that returns `held`: each of its deliveries has a lease of its own, because they end at different times. */
  isHeld?: true
}

/** The lease on deliveries that this node has taken. */
export interface DeliveryLease {
  /** Until then, no other node takes them. */
  readonly until: number
  /** Aborted when this node stops. */
  readonly stopping: AbortSignal
  /** Keeps them for another minute. Returns false if another node has taken them, or they were removed. */
  renew(): Promise<boolean>
  /** Gives them back, to be taken again at a time, or when `wake` is called. */
  release(nextAt: number | null): Promise<void>
  /**
   * Marks them as sent before they leave this node, in a transaction of the kind. From then on no node tries them again, unless `deliver` fails.
   * Fails if the lease has ended.
   */
  handOver(tx: Kysely<Schema>): Promise<void>
}

/** Thrown by a kind if trying again is of no use, or could tell a person twice. */
export class GivenUp extends Error {}
