import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { nothingTo } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import type { ChangeNumbers } from '../../contract/schemas/parts.ts'
import { type ChangeLine, toRedo, toUndo } from '../../contract/undo-order.ts'
import type { Database } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { JsonAnswer } from '../json-answer.ts'
import { jsonList } from '../json-list.ts'
import type { LongAnswers } from '../long-answers.ts'
import { repeatStep } from '../slices.ts'
import { storedAnswers } from './answers.ts'
import { type Author, type Draft, drafts } from './draft.ts'
import type { EventKinds, Outcome } from './event-kinds.ts'
import { eventPages, eventReads, eventTable } from './event-table.ts'
import { forgetting } from './forgetting.ts'
import type { Limits } from './limits.ts'
import { eventJson } from './present.ts'
import { type Recount, recounting } from './recount.ts'
import { stepOf } from './step.ts'
import { conflictingEvent, endOfChain, isForgotten } from './undo.ts'

interface Parts {
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
}

type Work<T> = (draft: Draft) => Promise<T>
/** Makes the answer of a call from the result of its work. It is part of the change: if the call has a key, it is stored with it. */
type Answer<T, A> = (result: T, numbers: ChangeNumbers) => A

/** How many changes an undo or redo without a number searches. */
const changesToUndo = 500

/**
 * Records every change of an owner in one log with one number per event. Live updates, undo and the activity of a task read it. History
 * uses only its own tables: nouns write theirs within a change, and register their event kinds.
 */
export function historyRules(parts: Parts) {
  const { database, longAnswer, config, clock, kinds, recounts, usernames, announce } = parts
  const read = eventReads(database)
  const pages = eventPages(database)
  const openDraft = drafts(database, kinds, config)
  const forgetAll = forgetting({ database, openDraft })
  const answers = storedAnswers(database, clock)

  /** Throws a `Repetition` if the call was answered before, and fails with `key_reused` if its key belongs to another call. */
  async function record<T, A>(author: Author, work: Work<[T, number | null]>, answer: Answer<T, A>): Promise<A> {
    const { owner, via } = author
    const at = new Date(clock()).toISOString()
    const write = async (tx: Kysely<Schema>) => {
      const draft = openDraft(tx, author, at)
      const [result, undoes] = await work(draft)
      const finished = await draft.finish(undoes, (numbers) => answer(result, numbers))
      if (finished.seq !== undefined) await database.notifyNodes(tx, owner, finished.seq)
      return finished
    }
    const patience = via === 'system' ? 'housekeeping' : 'request'
    const finished = await database.transaction(owner, write, patience)
    if (finished.seq !== undefined) announce(owner, finished.seq)
    for (const work of finished.afterCommit) await work()
    for (const subject of finished.unforgotten) await forgetAll(owner, subject)
    return finished.answer
  }

  /** Reverts the change that `choose` selects from the log. */
  async function revert(author: Author, word: 'undo' | 'redo', choose: (draft: Draft) => Promise<number | undefined>) {
    const work: Work<[{ outcome: string; step: Step }, number]> = async (draft) => {
      await draft.lock()
      const chosen = await choose(draft)
      if (chosen === undefined) throw new AppError('conflict', nothingTo(word))
      const events = await draft.log.ofChange(chosen)
      const step = await describe(draft, events)
      const outcomes = new Map<string, Outcome>()
      // In reverse order, because a change may have touched a subject more than once.
      for (const event of events.toReversed()) outcomes.set(event.task_id, await revertOne(draft, event))
      return [{ outcome: summary([...outcomes.values()].toReversed()), step }, chosen]
    }
    const done = word === 'undo' ? 'Undone' : 'Redone'
    return record(author, work, ({ outcome, step }, numbers) => ({ message: `${done}: ${outcome}.`, ...numbers, step }))
  }

  async function revertOne(draft: Draft, event: EventRow): Promise<Outcome> {
    const { revert, subject: findSubject } = kinds[event.kind]
    const subject = await findSubject(draft, event.task_id)
    // Checked first, because the events of a subject that was deleted for good have no values to compare.
    if (!subject) throw deletedForGood()
    const later = await draft.log.laterOfSubject(event.task_id, event.seq)
    const other = conflictingEvent(event, later, kinds)
    if (other) {
      throw new AppError('conflict', `${kinds[other.kind].sayLater(other, event, subject)} Nothing was undone.`)
    }
    if (!revert) throw deletedForGood()
    return revert(draft, event)
  }

  /** The last changes, newest first. */
  async function recentLines(log: Draft['log']): Promise<ChangeLine<number>[]> {
    const rows = await log.recentChanges(changesToUndo)
    return rows.map(({ change, undoes, kind }) => ({ change, undoes, isRevertible: kinds[kind].revert !== undefined }))
  }

  async function describe(draft: Draft, [first, ...rest]: EventRow[]): Promise<Step> {
    if (!first) throw noSuchChange()
    const subject = await kinds[first.kind].subject(draft, first.task_id)
    if (!subject) throw deletedForGood()
    return stepOf([first, ...rest], subject, clock())
  }

  function change<T, A>(author: Author, work: Work<T>, answer: Answer<T, A>): Promise<A> {
    const locked: Work<[T, null]> = async (draft) => {
      await draft.lock()
      return [await work(draft), null]
    }
    return record(author, locked, answer)
  }

  async function* historyOf(owner: string, subject: string) {
    yield '{"events":'
    yield* jsonList(withNames(pages.ofSubject(owner, subject)))
    yield '}'
  }

  async function* withNames(pagesOfRows: AsyncIterable<EventRow[]>) {
    const names = new Map<string, string>()
    for await (const rows of pagesOfRows) {
      const unknown = new Set(rows.map(({ actor }) => actor).filter((actor) => !names.has(actor)))
      for (const [id, name] of await usernames([...unknown])) names.set(id, name)
      yield rows.map((row) => eventJson(row, { by: names.get(row.actor) ?? 'Taskdeck' }))
    }
  }

  return {
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
    /** Whether a call with the same key was answered before. */
    isAnswered: async ({ owner, key }: Author): Promise<boolean> => key !== undefined && answers.has(owner, key),
    /** For a call of several changes: throws like a change if the call was answered before. */
    async refuseRepetition({ owner, key }: Author): Promise<void> {
      if (key) await answers.refuseRepetition(owner, key)
    },
    /** For a call of several changes, which are made without its key: stores and returns the answer. Until then, a repetition continues. */
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

    undo: (author: Author, named?: number) =>
      revert(author, 'undo', async ({ log }) => {
        if (named === undefined) return firstWhole(log, toUndo(await recentLines(log)))
        const [first] = await log.ofChange(named)
        if (!first) throw noSuchChange()
        const { end, isUndone } = endOfChain(named, await log.laterOfSubject(first.task_id, first.seq))
        if (isUndone) throw new AppError('conflict', 'That change has already been undone.')
        return end
      }),
    redo: (author: Author) =>
      revert(author, 'redo', async ({ log }) => firstWhole(log, toRedo(await recentLines(log)))),
    /** The changes that an undo and a redo without a number would revert. Conflicts with later changes are not checked. */
    async steps(owner: string): Promise<{ undo: Step | null; redo: Step | null }> {
      const draft = openDraft(database.db, { owner, via: 'session' }, new Date(clock()).toISOString())
      const recent = await recentLines(draft.log)
      const next = async (changes: number[]) => {
        const change = await firstWhole(draft.log, changes)
        return change === undefined ? null : describe(draft, await draft.log.ofChange(change))
      }
      return { undo: await next(toUndo(recent)), redo: await next(toRedo(recent)) }
    },

    /** Closes an owner's deck within a transaction: it waits for changes that have begun, and later ones fail with `not_signed_in`. */
    close: (tx: Kysely<Schema>, owner: string) => openDraft(tx, { owner, via: 'system' }, '').close(clock()),
    /** Removes a limited part of the log and the stored answers of a closed deck; returns false if nothing is left. */
    eraseSlice(owner: string): Promise<boolean> {
      const erase = async (tx: Kysely<Schema>) => (await eventTable(tx, owner).erase()) || answers.erase(tx, owner)
      return database.transaction(owner, (tx) => repeatStep(database.maxSliceMs, () => erase(tx)), 'housekeeping')
    },

    /** Corrects the counted text of every owner, and the counters of the nouns. */
    recount: recounting({ database, kinds, openDraft, forgetAll, recounts, answerBytes: answers.countBytes }),

    /** The events of a subject, newest first, as JSON. */
    ofSubject: async (owner: string, subject: string): Promise<JsonAnswer> =>
      new JsonAnswer(await longAnswer(owner, historyOf(owner, subject))),
    /** All events so far, oldest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      const last = (await read.position(owner))[0]?.last_seq ?? 0
      for await (const rows of pages.upTo(owner, last)) yield rows.map((row) => eventJson(row))
    },

    /** The number of the owner's last event. */
    position: async (owner: string): Promise<number> => (await read.position(owner))[0]?.last_seq ?? 0,
    /** The events after a number, in order, at most `limit`. */
    after: async (owner: string, seq: number, limit: number): Promise<EventRow[]> => read.after(owner, seq, limit),
  }
}

export type HistoryRules = ReturnType<typeof historyRules>

/** The first of these changes of which nothing was deleted for good. */
async function firstWhole(log: Draft['log'], changes: number[]): Promise<number | undefined> {
  for (const change of changes) {
    if (!(await log.ofChange(change)).some(isForgotten)) return change
  }
  return undefined
}

function summary([first, ...rest]: Outcome[]): string {
  if (!first) return 'nothing'
  return rest.length ? first.many(rest.length + 1) : first.one
}

const noSuchChange = () => new AppError('not_found', 'That change does not exist.')
const deletedForGood = () => new AppError('conflict', 'The task was deleted for good. Nothing was undone.')
