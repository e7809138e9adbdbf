import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { nothingTo } from '../../contract/history.ts'
import type { Step } from '../../contract/schemas/history.ts'
import type { Database } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import { jsonList } from '../json-list.ts'
import type { LongAnswer, LongAnswers } from '../long-answers.ts'
import { type Changeable, type Draft, drafts, fieldNames } from './draft.ts'
import { eventPages, eventReads } from './event-table.ts'
import { forgetting } from './forgetting.ts'
import type { Limits } from './limits.ts'
import { eventJson } from './present.ts'
import { recounting } from './recount.ts'
import { stepOf } from './step.ts'
import { endOfChain, fileIn, isForgotten, standingInTheWay, takeBack, toRedo, toUndo, valuesOf } from './undo.ts'

interface Parts {
  database: Database
  longAnswer: LongAnswers
  config: Limits
  clock: () => number
  /** Tells who listens that an owner's log has grown up to a number. */
  announce: (owner: string, seq: number) => void
}

/** What a change has led to; `change` is null when nothing had to be changed. */
export interface Changed<T> {
  result: T
  change: number | null
}

type Work<T> = (draft: Draft) => Promise<T>

/** How far back an undo without a name looks, and a redo. */
const changesToUndo = 500

/** The one log from which live updates, undo, the trash and every task's history follow. All changes of tasks and files are made here. */
export function historyRules({ database, longAnswer, config, clock, announce }: Parts) {
  const read = eventReads(database)
  const pages = eventPages(database)
  const openDraft = drafts(database.db, config)
  const forgetAll = forgetting({ database, openDraft })

  async function record<T>(owner: string, actor: string, work: (draft: Draft) => Promise<[T, number | null]>) {
    const at = new Date(clock()).toISOString()
    const write = async (tx: Kysely<Schema>) => {
      const draft = openDraft(tx, owner, at)
      const [result, undoes] = await work(draft)
      const done = await draft.finish(actor, undoes)
      if (done) await database.tellNodes(tx, owner, done.seq)
      return { result, done, unforgotten: draft.unforgotten }
    }
    const patience = actor === owner ? 'request' : 'housekeeping'
    const { result, done, unforgotten } = await database.transaction(owner, write, patience)
    if (done) announce(owner, done.seq)
    for (const task of unforgotten) await forgetAll(owner, task)
    return { result, change: done?.change ?? null }
  }

  /** Takes back the change that is chosen from the log; `word` says what that is called. */
  async function undo(owner: string, word: 'undo' | 'redo', choose: (draft: Draft) => Promise<number | undefined>) {
    const { result, change } = await record(owner, owner, async (draft) => {
      await draft.lock()
      const chosen = await choose(draft)
      if (chosen === undefined) throw new AppError('conflict', nothingTo(word))
      const events = await draft.log.ofChange(chosen)
      const step = await describe(draft, events)
      const said = new Map<string, string>()
      // What a change did last is taken back first: it may have touched a task more than once.
      for (const event of events.toReversed()) said.set(event.task_id, await undoOne(draft, event))
      return [{ said: summary([...said.values()].toReversed()), step }, chosen]
    })
    return { message: `${word === 'undo' ? 'Undone' : 'Redone'}: ${result.said}.`, change, step: result.step }
  }

  async function describe(draft: Draft, [first, ...rest]: EventRow[]): Promise<Step> {
    if (!first) throw new AppError('not_found', 'That change does not exist.')
    const task = await draft.task({ id: first.task_id })
    if (!task) throw forGood()
    return stepOf([first, ...rest], task, clock())
  }

  async function* taskHistory(owner: string, taskId: string) {
    yield '{"events":'
    yield* jsonList(withNames(pages.ofTask(owner, taskId)))
    yield '}'
  }

  return {
    /** Adds tasks. */
    create: <T>(owner: string, work: Work<T>): Promise<Changed<T>> =>
      record(owner, owner, async (draft) => [await work(draft), null]),
    /** Changes what is there, all of it in one change; nobody else changes anything of this owner meanwhile. */
    change: <T>(owner: string, work: Work<T>, actor = owner): Promise<Changed<T>> =>
      record(owner, actor, async (draft) => {
        await draft.lock()
        return [await work(draft), null]
      }),

    undo: (owner: string, named?: number) =>
      undo(owner, 'undo', async ({ log }) => {
        if (named === undefined) return firstWhole(log, toUndo(await log.recentChanges(changesToUndo)))
        const [first] = await log.ofChange(named)
        if (!first) throw new AppError('not_found', 'That change does not exist.')
        const { end, undone } = endOfChain(named, await log.laterOfTask(first.task_id, first.seq))
        if (undone) throw new AppError('conflict', 'That change is undone already.')
        return end
      }),
    /** What an undo and a redo without a name would revert now. Whether something stands in the way shows when it is done. */
    async steps(owner: string): Promise<{ undo: Step | null; redo: Step | null }> {
      const draft = openDraft(database.db, owner, new Date(clock()).toISOString())
      const recent = await draft.log.recentChanges(changesToUndo)
      const next = async (changes: number[]) => {
        const change = await firstWhole(draft.log, changes)
        return change === undefined ? null : describe(draft, await draft.log.ofChange(change))
      }
      return { undo: await next(toUndo(recent)), redo: await next(toRedo(recent)) }
    },
    redo: (owner: string) =>
      undo(owner, 'redo', async ({ log }) => firstWhole(log, toRedo(await log.recentChanges(changesToUndo)))),

    /** Closes an owner's deck within a transaction: changes that have begun are waited for, and later ones fail with `not_signed_in`. */
    close: (tx: Kysely<Schema>, owner: string) => openDraft(tx, owner, '').close(clock()),
    /** Removes a limited part of what the owner of a closed deck had; returns false when nothing is left. */
    eraseSlice: (owner: string): Promise<boolean> =>
      database.transaction(owner, (tx) => openDraft(tx, owner, '').eraseSlice(), 'housekeeping'),

    /** Corrects the counted text and labels of every owner. */
    recount: recounting({ database, openDraft, forgetAll }),

    /** What happened to a task, newest first, as JSON. */
    ofTask: (owner: string, taskId: string): Promise<LongAnswer> => longAnswer(owner, taskHistory(owner, taskId)),
    /** All events so far, oldest first, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      const last = (await read.position(owner))[0]?.last_seq ?? 0
      for await (const rows of pages.upTo(owner, last)) yield rows.map((row) => eventJson(row))
    },

    /** The number of the owner's last event. */
    position: async (owner: string): Promise<number> => (await read.position(owner))[0]?.last_seq ?? 0,
    /** The events after a number, in order, at most so many. */
    after: async (owner: string, seq: number, limit: number): Promise<EventRow[]> => read.after(owner, seq, limit),
  }
}

async function* withNames(pages: AsyncIterable<(EventRow & { username: string | null })[]>) {
  for await (const rows of pages) {
    yield rows.map(({ username, ...row }) => eventJson(row, { by: username ?? 'Taskdeck' }))
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

async function undoOne(draft: Draft, event: EventRow): Promise<string> {
  const row = await draft.task({ id: event.task_id })
  // First of all: the events of what was deleted for good have no values to compare.
  if (!row) throw forGood()
  const other = standingInTheWay(event, await draft.log.laterOfTask(event.task_id, event.seq))
  if (other) throw new AppError('conflict', `${inTheWay(event, other, row.number)} Nothing was undone.`)
  const aboutTrash = event.kind === 'created' || event.kind === 'trashed' || event.kind === 'restored'
  if (row.trashed_at && !aboutTrash) {
    throw new AppError('conflict', `Task #${row.number} is in the trash: restore it first.`)
  }
  return takeBack(draft, event, row)
}

const forGood = () => new AppError('conflict', 'The task was deleted for good. Nothing was undone.')

/** Says what was done since to the same thing. */
function inTheWay(event: EventRow, other: EventRow, number: number): string {
  switch (other.kind) {
    case 'updated': {
      const fields = Object.keys(valuesOf(event.after)).filter((field) => field in valuesOf(other.after))
      const names = new Set(fields.map((field) => fieldNames[field as keyof Changeable]))
      return `Task #${number} was changed again since: ${[...names].join(' and ')}.`
    }
    case 'attached':
      return `The file ${fileIn(other).name} was restored since.`
    case 'detached':
    case 'erased':
      return `The file ${fileIn(other).name} was removed since.`
    case 'restored':
      return `Task #${number} was restored since.`
    default:
      return `Task #${number} was deleted since.`
  }
}

function summary(said: string[]): string {
  const [first = 'nothing'] = said
  return said.length > 1
    ? `${said.length} tasks ${first.replace(/^#\d+ is/, 'are')}`.replace('as it was', 'as they were')
    : first
}
