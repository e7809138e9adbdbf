import type { EventKind } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import type { EventRow } from '../database/schema.ts'
import type { Draft } from './draft.ts'
import type { TraceRule } from './later-lines.ts'
import type { RoomRule } from './room.ts'

/** The thing that an event is about, as users see it. */
export type Subject = Step['task']

/** Describes the result of an undo for one thing, and for several things with the same result. */
export interface Outcome {
  one: string
  many: (count: number) => string
}

/** Everything that history knows about an event kind. Provided by the noun that records such events. */
export interface KindRules extends RoomRule, TraceRule {
  /** The keys of the fields or files that an event touches. A later event that touches one of them must be undone first. */
  touchedKeys(event: EventRow): string[]
  /** Prepares for the revert of events of these subjects, which may be many, so that each of them takes less time. */
  load?(draft: Draft, subjects: string[]): Promise<void>
  /** Reverts an event; absent if that is impossible. Fails with `conflict` if the subject does not allow it at the moment. */
  revert?(draft: Draft, event: EventRow): Promise<Outcome>
  /** Whether the change of an event can no longer be undone, so that an undo without a number passes over it. */
  isFinal?(draft: Draft, event: EventRow): Promise<boolean>
  /** The message to a user that this event happened after the one they want to undo. */
  sayLater(event: EventRow, undone: EventRow, subject: Subject): string
  /** For a kind that makes a subject, moves it to the trash, or brings it back. */
  place?: 'made' | 'away' | 'back'
  /** For a kind whose keys can be reverted separately: the name of the group of keys that are reverted together with this one. */
  unitOf?(key: string): string
  /** The same event with these keys only. */
  narrow?(event: EventRow, keys: ReadonlySet<string>): EventRow
  /** Two events of a subject as one, which has the former values of the older one and the new values of the other. */
  join?(older: EventRow, newer: EventRow): EventRow
  /** Whether an event changes nothing that people see, such as that an answer was read. It cannot be undone, and does not keep other events from being undone. */
  isPassive?(event: EventRow): boolean
  /** The subject of an event; undefined if it was deleted for good. */
  subject(draft: Draft, id: string): Promise<Subject | undefined>
  /** For the kind that creates a subject: returns those of these subjects that do not exist any more. */
  missing?(owner: string, ids: string[]): Promise<string[]>
}

export type EventKinds = Record<EventKind, KindRules>
