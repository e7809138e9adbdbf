import type { Kysely } from 'kysely'
import type { Database } from '../database/database.ts'
import type { DeckRow, EventRow, Schema } from '../database/schema.ts'
import { sliceTime } from '../slices.ts'
import { deckStatements, deckTable } from './deck-table.ts'
import type { EventKinds } from './event-kinds.ts'
import { eventInsert, eventTable } from './event-table.ts'
import { checkText, type Limits } from './limits.ts'

/** An event that a noun records for a subject. Values are JSON. */
export interface NewEvent {
  subject: string
  kind: EventRow['kind']
  before: string | null
  after: string | null
  /** The version of the subject after the event. */
  version: number
}

/** The owner of a change, and how it was made. `system` stands for background jobs. */
export interface Author {
  owner: string
  via: string
}

/** A purged subject, and the sequence number below which its events still have values. */
export interface Unforgotten {
  subject: string
  below: number
}

/** Opens drafts, which are changes in progress. */
export function drafts({ db, maxSliceMs }: Database, kinds: EventKinds, limits: Limits) {
  const statements = { deck: deckStatements(db), insertEvent: eventInsert(db) }

  /** A change in progress. Nouns write their rows in its transaction and record an event for each write. */
  return (tx: Kysely<Schema>, owner: string, at: string) => {
    const deck = deckTable(tx, owner, statements.deck)
    const log = eventTable(tx, owner)
    const events: NewEvent[] = []
    const beforeEnd: ((isUndo: boolean) => Promise<void>)[] = []
    const isOver = sliceTime(maxSliceMs)
    let forgottenBytes = 0
    const unforgotten: Unforgotten[] = []

    async function forgetSlice({ subject, below }: Unforgotten) {
      let next: number | undefined = below
      do {
        const forgotten = await log.forgetValues(subject, next)
        forgottenBytes += forgotten.bytes
        next = forgotten.below
      } while (next !== undefined && !isOver())
      if (next !== undefined) unforgotten.push({ subject, below: next })
    }

    return {
      owner,
      at,
      /** The transaction in which nouns read and write their own tables. */
      tx,
      log,
      lock: deck.lock,
      close: deck.close,
      takeNumbers: deck.takeNumbers,

      record(event: NewEvent): void {
        events.push(event)
      },
      /** Registers work to run after everything has been recorded. If it fails, nothing is changed. */
      beforeEnd(work: (isUndo: boolean) => Promise<void>): void {
        beforeEnd.push(work)
      },

      /** Removes the values of a purged subject from its newest events. `unforgotten` lists the subjects with older events left. */
      forget: (subject: string) => forgetSlice({ subject, below: Number.MAX_SAFE_INTEGER }),
      unforgotten,
      /** Whether the change has taken so long that other users should have their turn before it continues. */
      isOver,
      /** Removes the values from the next older events of a purged subject. */
      async forgetMore(next: Unforgotten): Promise<void> {
        await deck.lock()
        await forgetSlice(next)
        await deck.subtractText(forgottenBytes)
      },

      /** Corrects the counted text, unless the deck has changed since `before`. Returns whether it did. */
      confirmText: (before: Pick<DeckRow, 'last_seq' | 'text_bytes'>, textBytes: number) =>
        deck.confirmText(before, textBytes),

      /**
       * Writes the events. Returns the first and the last of their numbers, or undefined if nothing was recorded.
       * Fails with `too_large` if the owner would exceed a limit.
       */
      async finish({ via }: Author, undoes: number | null): Promise<{ change: number; seq: number } | undefined> {
        if (!events.length) return undefined
        for (const work of beforeEnd) await work(undoes !== null)
        const { seq, textBytes } = await deck.takeSeqs(events.length, bytesOf(events) - forgottenBytes)
        const room = events.map(({ kind }) => kinds[kind].room)
        checkText(limits, textBytes, room, undoes !== null)
        const change = seq - events.length + 1
        const rows = events.map(
          ({ subject, ...event }, index): EventRow => ({
            ...event,
            user_id: owner,
            seq: change + index,
            change,
            undoes,
            task_id: subject,
            actor: via === 'system' ? 'taskdeck' : owner,
            via,
            at,
          }),
        )
        const [only] = rows
        if (only && rows.length === 1) await statements.insertEvent(tx, only)
        else await log.append(rows)
        return { change, seq }
      },
    }
  }
}

function bytesOf(events: NewEvent[]) {
  let bytes = 0
  for (const { before, after } of events) bytes += Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? '')
  return bytes
}

export type OpenDraft = ReturnType<typeof drafts>
export type Draft = ReturnType<OpenDraft>
