import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { ChangeNumbers } from '../../contract/schemas/shapes.ts'
import { originalVia } from '../../contract/via.ts'
import type { SentKey } from '../callers/sent-key.ts'
import type { Database, Patience } from '../database/database.ts'
import type { DeckRow, EventRow, Schema } from '../database/schema.ts'
import { sliceTime } from '../work/slices.ts'
import { answerStatements, chargedBytes } from './answer-table.ts'
import { answersOf, packAnswer } from './answers.ts'
import { countersIn, deckTable, type Locked } from './deck-table.ts'
import { eventInsert, eventTable } from './event-table.ts'
import { checkText, type Limits } from './limits.ts'
import type { Room, RoomRules } from './room.ts'

/** An event that a noun records for a subject. Values are JSON. */
export interface NewEvent {
  subject: string
  kind: EventRow['kind']
  before: string | null
  after: string | null
  /** The version of the subject after the event. */
  version: number
}

/** An entry of another log that is imported. */
export type PastEvent = Omit<EventRow, 'user_id' | 'actor'>

/** The owner of a change, and how it was made. `system` stands for background jobs. */
export interface Author {
  owner: string
  via: string
  /** Whether the change must not touch tasks that somebody else holds. */
  respectsClaims?: boolean | undefined
  /** How long it waits for others: like a request, unless it is a background job. */
  patience?: Patience | undefined
  /** The key of the call that makes the change. Its answer is stored with the change, and a repetition changes nothing. */
  key?: SentKey | undefined
  /** Ends the change before it is written. */
  stop?: AbortSignal | undefined
}

/** A purged subject, and the sequence number below which its events still have values. */
export interface Unforgotten {
  subject: string
  below: number
}

/** A change that is written, but not on disk yet. */
export interface Finished<A> {
  answer: A
  seq: number | undefined
  /** Work to be done when it is on disk. */
  afterCommit: (() => Promise<void>)[]
  /** Purged subjects with older events that still have values. */
  unforgotten: Unforgotten[]
}

/** The change that a change undoes. One that undoes several stands alone in the log. */
export type Undoes = number | 'several' | null

/** The events of a large change are written in batches, between which other requests run. */
const rowsAtOnce = 200

/** Opens drafts, which are changes in progress. */
export function drafts(database: Database, kinds: RoomRules, limits: Limits) {
  const { db, maxSliceMs } = database
  const statements = { insertEvents: eventInsert(db), answers: answerStatements(db) }
  const countersOf = countersIn(database)

  /** A change in progress. Nouns write their rows in its transaction and record an event for each write. */
  return (tx: Kysely<Schema>, { owner, via, key, stop, respectsClaims = false }: Author, at: string) => {
    const deck = deckTable(tx, owner, countersOf(tx, owner))
    let log: ReturnType<typeof eventTable> | undefined
    /** Built when it is needed: most changes run prepared statements only, and building queries costs more than running them. */
    const openLog = () => (log ??= eventTable(tx, owner))
    const answers = answersOf(tx, owner, statements.answers, key)
    /** Those that are not written yet, and the number of those that are. */
    let events: NewEvent[] = []
    let written = 0
    const unchanged: string[] = []
    let named: string[] | undefined
    const forgotten = new Set<string>()
    const beforeEnd: ((isUndo: boolean) => Promise<void>)[] = []
    const afterCommit: (() => Promise<void>)[] = []
    /** The log before this change. */
    let locked: Locked | undefined
    const isOver = sliceTime(maxSliceMs)
    let recordedBytes = 0
    let forgottenBytes = 0
    const unforgotten: Unforgotten[] = []
    const rooms = new Set<Room>()
    const recorded = new Set<string>()

    const stateBefore = () => locked ?? { seq: 0, textBytes: 0 }

    /** Writes recorded events, in whole batches unless all of them are wanted. */
    async function writeEvents(undoes: Undoes, wantsAll: boolean) {
      const change = stateBefore().seq + 1
      const rowOf = ({ subject, ...event }: NewEvent, index: number): EventRow => ({
        ...event,
        user_id: owner,
        seq: change + index,
        change,
        undoes: undoes === 'several' ? null : undoes,
        task_id: subject,
        actor: actorOf(owner, via),
        via,
        at,
      })
      let first = 0
      for (; events.length - first >= rowsAtOnce || (wantsAll && first < events.length); first += rowsAtOnce) {
        if (first || written) await nextTurn()
        stop?.throwIfAborted()
        const some = events.slice(first, first + rowsAtOnce)
        await insert(some.map((event, index) => rowOf(event, written + index)))
        written += some.length
      }
      events = events.slice(first)
    }

    /** Statements for other numbers of rows are not compiled in advance. */
    async function insert(rows: EventRow[]): Promise<void> {
      if (rows.length === 1 || rows.length === rowsAtOnce) await statements.insertEvents(tx, ...rows)
      else await openLog().append(rows)
    }

    async function forgetSlice({ subject, below }: Unforgotten) {
      // Before the events, because the recount continues an interrupted removal only while the first event has its values.
      for (;;) {
        const bytes = await answers.clearBodies(subject)
        if (bytes === undefined) break
        forgottenBytes += bytes
        if (isOver()) {
          unforgotten.push({ subject, below })
          return
        }
      }
      let next: number | undefined = below
      do {
        const forgotten = await openLog().forgetValues(subject, next)
        forgottenBytes += forgotten.bytes
        next = forgotten.below
      } while (next !== undefined && !isOver())
      if (next !== undefined) unforgotten.push({ subject, below: next })
    }

    return {
      owner,
      via,
      respectsClaims,
      at,
      /** The transaction in which nouns read and write their own tables. */
      tx,
      get log() {
        return openLog()
      },
      /** Makes other changes of this owner wait. Throws if the call was answered before, and if the account was deleted. */
      async lock(): Promise<void> {
        locked = await deck.lock()
        await answers.refuseRepetition()
      },
      /** Locks the deck, takes the owner's next numbers for new things, and returns the last of them. Throws like `lock`. */
      async takeNumbers(count: number): Promise<number> {
        const taken = await deck.takeNumbers(count)
        locked = taken
        await answers.refuseRepetition()
        return taken.number
      },
      close: deck.close,

      record(event: NewEvent): void {
        const { room } = kinds[event.kind]
        rooms.add(typeof room === 'function' ? room(event) : room)
        if (key) recorded.add(event.subject)
        events.push(event)
        recordedBytes += bytesOf(event)
      },
      /** Writes the events that were recorded so far, so that those of a large change are not in memory at once. `undoes` is what `finish` gets. */
      flush: (undoes: Undoes): Promise<void> => writeEvents(undoes, false),
      /** Adds a batch of entries of another log, which have numbers before those of this one: see `log.first`. */
      async recordPast(past: PastEvent[]): Promise<void> {
        for (const event of past) recordedBytes += bytesOf(event)
        const rows = past.map((event) => ({ ...event, user_id: owner, actor: actorOf(owner, event.via) }))
        for (let first = 0; first < rows.length; first += rowsAtOnce)
          await insert(rows.slice(first, first + rowsAtOnce))
      },
      /** Registers work to run after everything has been recorded. If it fails, nothing is changed. */
      beforeEnd(work: (isUndo: boolean) => Promise<void>): void {
        beforeEnd.push(work)
      },
      /** Registers work to run when the change is on disk. */
      afterCommit(work: () => Promise<void>): void {
        afterCommit.push(work)
      },
      /** Registers a subject that the answer contains although nothing was recorded for it. */
      mention(subject: string): void {
        unchanged.push(subject)
      },

      /** Lists the subjects that the answer contains, if they are not those of all events. */
      answerNames(subjects: string[]): void {
        named = subjects
      },

      /** Removes the values of a purged subject from its newest events. `unforgotten` lists the subjects with older events left. */
      async forget(subject: string): Promise<void> {
        forgotten.add(subject)
        await forgetSlice({ subject, below: Number.MAX_SAFE_INTEGER })
      },
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
       * Writes the events, and the answer if the call has a key. Returns the answer and the number of the last event, if there is one.
       * Fails with `too_large` if the owner would exceed a limit.
       */
      async finish<A>(undoes: Undoes, answer: (numbers: ChangeNumbers) => A): Promise<Finished<A>> {
        const count = written + events.length
        if (!locked && (count || key)) throw new Error('A change was recorded without the lock of its deck')
        const before = stateBefore()
        const change = before.seq + 1
        const seq = before.seq + count
        const given = answer(count ? { change, seq } : { change: null, seq: null })
        const packed = key && packAnswer(key.serialize(given))
        const finished = { answer: given, seq: count ? seq : undefined, afterCommit, unforgotten }
        if (!count && !packed) return finished
        for (const work of count ? beforeEnd : []) await work(undoes !== null)
        // The answer to a purge contains nothing of the purged subjects, and stays when their older events are forgotten.
        const subjects = packed ? [...new Set(named ?? [...recorded, ...unchanged]).difference(forgotten)] : []
        const addedBytes = recordedBytes - forgottenBytes + (packed ? chargedBytes(packed, subjects.length) : 0)
        await deck.takeSeqs(count, addedBytes)
        checkText(limits, before.textBytes + addedBytes, rooms.size ? [...rooms] : ['returns'], undoes !== null)
        if (packed) await answers.store(packed, Date.parse(at), subjects)
        await writeEvents(undoes, true)
        return finished
      },
    }
  }
}

const actorOf = (owner: string, via: string | null) => (originalVia(via) === 'system' ? 'taskdeck' : owner)

function bytesOf({ before, after }: Pick<NewEvent, 'before' | 'after'>): number {
  return Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? '')
}

export type OpenDraft = ReturnType<typeof drafts>
export type Draft = ReturnType<OpenDraft>
