import type { EventKind } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import type { EventRow } from '../database/schema.ts'
import type { Draft } from './draft.ts'

/** The thing that an event is about, as people know it. */
export type Subject = Step['task']

/** Says what became of one thing, and of several to which the same happened. */
export interface Outcome {
  one: string
  many: (count: number) => string
}

/** Everything that history knows about a kind of event. The noun that records such events provides it. */
export interface KindRules {
  /** The parts of its subject that an event touches. A later event that touches one of them must be undone first. */
  parts(event: EventRow): string[]
  /** Does the opposite of an event; absent where that is impossible. Fails with `conflict` where the subject does not allow it now. */
  revert?(draft: Draft, event: EventRow): Promise<Outcome>
  /** Tells a person that this event happened after the one they want to undo. */
  sayLater(event: EventRow, undone: EventRow, subject: Subject): string
  /** Whether the limits apply: an owner who has reached one can still make room, and get back what was deleted. */
  room: 'takes' | 'frees' | 'returns'
  /** The subject of an event; undefined when it was deleted for good. */
  subject(draft: Draft, id: string): Promise<Subject | undefined>
  /** For the kind with which a subject begins: which of these subjects do not exist any more. */
  missing?(owner: string, ids: string[]): Promise<string[]>
}

export type EventKinds = Record<EventKind, KindRules>
