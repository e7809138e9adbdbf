import type { Kysely } from 'kysely'
import type { LogPosition } from '../../contract/log-position.ts'
import { JsonAnswer } from '../answers/json-answer.ts'
import { jsonList } from '../answers/json-list.ts'
import type { LongAnswers } from '../answers/long-answers.ts'
import type { Database, Length } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { repeatStep } from '../work/slices.ts'
import { storedAnswers } from './answers.ts'
import { type Author, drafts, type Undoes } from './draft.ts'
import type { EventKinds } from './event-kinds.ts'
import { eventPages, eventReads, eventTable } from './event-table.ts'
import { forgetting } from './forgetting.ts'
import type { Limits } from './limits.ts'
import { type ListedChange, listedChanges, type WantedChanges } from './listed-changes.ts'
import { positionOf } from './position.ts'
import { eventJson, eventOf } from './present.ts'
import { type Recount, recounting } from './recount.ts'
import { reverting } from './reverting.ts'
import { tokenUndo } from './token-undo.ts'
import { tokenWork } from './token-work.ts'
import type { Answer, Work } from './work.ts'

interface Dependencies {
  database: Database
  longAnswer: LongAnswers
  config: Limits
  clock: () => number
  /** The event kinds that the nouns register. */
  kinds: EventKinds
  recounts: Recount[]
  /** Finds the usernames of these ids. */
  usernames: (ids: string[]) => Promise<Map<string, string>>
  /** Called after each change with the number of the owner's last event. */
  announce: (owner: string, seq: number) => void
  /** Called after each change of an owner's settings. */
  announceSettings: (owner: string) => void
}

interface HistoryRange {
  limit: number
  /** Only events with a smaller number. */
  before?: number
}

/**
 * Records every change of an owner in one log with one number per event. Live updates, undo and the activity of a task read it. History
 * uses only its own tables: nouns write theirs within a change, and register their event kinds.
 */
export function historyRules(dependencies: Dependencies) {
  const { database, longAnswer, config, clock, kinds, recounts, usernames, announce, announceSettings } = dependencies
  const read = eventReads(database)
  const pages = eventPages(database)
  const changesOf = listedChanges(database)
  const workOf = tokenWork(database)
  const openDraft = drafts(database, kinds, config)
  const forgetAll = forgetting({ database, openDraft })
  const answers = storedAnswers(database, clock)

  /** Throws a `Repetition` if the call was answered before, and fails with `key_reused` if its key belongs to another call. */
  async function record<T, A>(
    author: Author,
    work: Work<[T, Undoes]>,
    answer: Answer<T, A>,
    length: Length = 'may be long',
  ): Promise<A> {
    const { owner, via, patience = via === 'system' ? 'housekeeping' : 'request' } = author
    const at = new Date(clock()).toISOString()
    const write = async (tx: Kysely<Schema>) => {
      const draft = openDraft(tx, author, at)
      const [result, undoes] = await work(draft)
      const finished = await draft.finish(undoes, (numbers) => answer(result, numbers))
      if (finished.seq !== undefined) await database.notifyNodes(tx, owner, finished.seq)
      return finished
    }
    const finished = await database.transaction(owner, write, patience, length)
    if (finished.seq !== undefined) announce(owner, finished.seq)
    for (const work of finished.afterCommit) await work()
    for (const subject of finished.unforgotten) await forgetAll(owner, subject)
    return finished.answer
  }

  function change<T, A>(author: Author, work: Work<T>, answer: Answer<T, A>, length?: Length): Promise<A> {
    const locked: Work<[T, null]> = async (draft) => {
      await draft.lock()
      return [await work(draft), null]
    }
    return record(author, locked, answer, length)
  }

  async function position(owner: string): Promise<LogPosition & { epoch: string }> {
    const [found] = await read.position(owner)
    if (!found) throw new Error('The database has no epoch')
    return positionOf(found)
  }

  async function* historyOf(owner: string, subject: string) {
    yield '{"events":'
    yield* jsonList(withNames(pages.ofSubject(owner, subject)))
    yield ',"nextBefore":null}'
  }

  async function* pageOfHistory(owner: string, subject: string, { limit, before }: HistoryRange) {
    const { rows, nextBefore } = await pages.pageOfSubject(owner, subject, limit, before)
    yield '{"events":'
    yield* jsonList(withNames([rows]))
    yield `,"nextBefore":${nextBefore}}`
  }

  async function* withNames(pagesOfRows: AsyncIterable<EventRow[]> | Iterable<EventRow[]>) {
    const names = new Map<string, string>()
    for await (const rows of pagesOfRows) {
      const unknown = new Set(rows.map(({ actor }) => actor).filter((actor) => !names.has(actor)))
      for (const [id, name] of await usernames([...unknown])) names.set(id, name)
      yield rows.map((row) => eventJson(row, { by: names.get(row.actor) ?? 'Taskdeck' }))
    }
  }

  /** A page of the changes of all subjects, newest first. */
  async function changes(owner: string, wanted: WantedChanges) {
    const { listed, nextBefore } = await changesOf.page(owner, wanted)
    return { changes: await presented(listed), nextBefore }
  }

  async function presented(listed: ListedChange[]) {
    const names = await usernames([...new Set(listed.map(({ first }) => first.actor))])
    return listed.map(({ first, subjectCount }) => ({
      ...eventOf(first),
      by: names.get(first.actor) ?? 'Taskdeck',
      taskCount: subjectCount,
    }))
  }

  return {
    changes,
    /** The tokens that have changed something since a given time, each with its last change and some of its subjects. */
    async workOfTokens(owner: string, wanted: Parameters<typeof workOf>[1]) {
      const { lines, vias } = await workOf(owner, wanted)
      const lasts = await presented(lines.map(({ last }) => last))
      return { lines: lines.map((line, index) => ({ ...line, last: lasts[index] ?? null })), vias }
    },
    /** The newest changes since a given time that were made in one of these ways. */
    changesBy: async (owner: string, vias: string[], limit: number, since: string) =>
      presented(await changesOf.madeBy(owner, vias, limit, since)),
    /** Adds things, and returns the answer. The work must take numbers first, which locks the deck. */
    create: <T, A>(author: Author, work: Work<T>, answer: Answer<T, A>): Promise<A> =>
      record(author, async (draft) => [await work(draft), null], answer),
    /** Runs any work as one change, and returns the answer. Other changes of this owner wait until it is done. */
    change,
    /**
     * Runs work that is not recorded in the log, such as a change of the profile, in a transaction, and returns the answer. Like a change,
     * it is done once if the call has a key.
     */
    once: <T, A>(author: Author, work: (tx: Kysely<Schema>) => Promise<T>, answer: (result: T) => A): Promise<A> =>
      author.key
        ? change(author, ({ tx }) => work(tx), answer)
        : database.transaction(author.owner, async (tx) => answer(await work(tx))),
    /**
     * Changes data of an owner other than tasks, such as the saved views, which is not recorded in the log, and returns the answer. Other
     * changes of this owner wait. Open browsers of the owner are told to fetch it again.
     */
    async changeSettings<T, A>(
      author: Author,
      work: (tx: Kysely<Schema>) => Promise<T>,
      answer: (result: T) => A,
    ): Promise<A> {
      const { owner } = author
      const done = await change(
        author,
        async ({ tx }) => {
          const result = await work(tx)
          await database.notifyNodesOfSettings(tx, owner)
          return result
        },
        answer,
      )
      announceSettings(owner)
      return done
    },
    /** Whether a call with the same key was answered before. */
    isAnswered: async ({ owner, key }: Author): Promise<boolean> => key !== undefined && answers.has(owner, key),
    /** For a call of several changes: throws like a change if the call was answered before. */
    async refuseRepetition({ owner, key }: Author): Promise<void> {
      if (key) await answers.refuseRepetition(owner, key)
    },
    /** Ends a call of several changes, which are made without its key: stores and returns the answer. A repetition before that continues the work. */
    conclude: async <A>(author: Author, answer: A): Promise<A> =>
      author.key
        ? change(
            author,
            async () => {},
            () => answer,
          )
        : answer,
    /** Removes old answers of calls with a key. */
    removeOldAnswers: answers.removeOld,

    ...reverting({ record, openDraft, kinds, clock, db: database.db, position }),
    ...tokenUndo({ record, openDraft, kinds, database, position }),

    /** Closes an owner's deck within a transaction: it waits for changes that have begun, and later ones fail with `not_signed_in`. */
    close: (tx: Kysely<Schema>, owner: string) => openDraft(tx, { owner, via: 'system' }, '').close(clock()),
    /** Removes a limited part of the log and the stored answers of a closed deck; returns false if nothing is left. */
    eraseSlice(owner: string): Promise<boolean> {
      const erase = async (tx: Kysely<Schema>) => (await eventTable(tx, owner).erase()) || answers.erase(tx, owner)
      return database.transaction(owner, (tx) => repeatStep(database.maxSliceMs, () => erase(tx)), 'housekeeping')
    },

    /** Corrects the counted text of every owner, and the counters of the nouns. */
    recount: recounting({ database, kinds, openDraft, forgetAll, recounts, answerBytes: answers.countBytes }),

    /** The events of a subject, newest first, as JSON: all of them, or a page. */
    ofSubject: async (owner: string, subject: string, range?: HistoryRange): Promise<JsonAnswer> =>
      new JsonAnswer(await longAnswer(owner, range ? pageOfHistory(owner, subject, range) : historyOf(owner, subject))),
    /** All events so far, oldest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      const { seq: last } = await position(owner)
      for await (const rows of pages.upTo(owner, last)) yield rows.map((row) => eventJson(row))
    },

    /** The bytes of the values of all events, and the last number that a task of the owner got. */
    async counters(owner: string): Promise<{ textBytes: number; lastNumber: number }> {
      const deck = database.db.selectFrom('decks').select(['text_bytes', 'last_number']).where('user_id', '=', owner)
      const { text_bytes = 0, last_number = 0 } = (await deck.executeTakeFirst()) ?? {}
      return { textBytes: Number(text_bytes), lastNumber: Number(last_number) }
    },

    /** The number of the owner's last event, and its epoch. */
    position,
    /** The events after a number, in order, at most `limit`, each with its epoch. */
    after: async (owner: string, seq: number, limit: number) => read.after(owner, seq, limit),
    subjectsAfter: pages.subjectsAfter,
  }
}

export type HistoryRules = ReturnType<typeof historyRules>
