import type { Kysely } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { nothingTo } from '../../contract/history.ts'
import type { LogPosition } from '../../contract/log-position.ts'
import type { Step } from '../../contract/schemas/history.ts'
import { type ChangeLine, toRedo, toUndo } from '../../contract/undo-order.ts'
import { madeInWords } from '../../contract/words/via-words.ts'
import type { Length } from '../database/database.ts'
import type { EventRow, Schema } from '../database/schema.ts'
import type { Outline } from './change-reads.ts'
import { batchesOf, conflictsOf, laterReads, type ReadLater } from './conflicts.ts'
import type { Author, Draft, OpenDraft } from './draft.ts'
import type { EventKinds, Outcome } from './event-kinds.ts'
import { loadSubjects } from './load-subjects.ts'
import { stepOf } from './step.ts'
import { endOfChain } from './undo.ts'
import type { RecordChange, Work } from './work.ts'

interface Dependencies {
  record: RecordChange
  openDraft: OpenDraft
  kinds: EventKinds
  clock: () => number
  db: Kysely<Schema>
  position: (owner: string) => Promise<LogPosition>
}

/** The events of a large change are reverted in batches, so that only some of its subjects are in memory. */
const eventsAtOnce = 200

/** An undo that may look at more later events than this is long: each of them may have 20,000 characters, which are searched. */
const maxLaterEvents = 500

/** How many changes an undo or redo without a number searches. */
const changesToUndo = 500

/** Undo and redo: each makes a new change that reverts an older one. */
export function reverting({ record, openDraft, kinds, clock, db, position }: Dependencies) {
  /** Reverts the change that `choose` selects from the log. */
  async function revert(
    author: Author,
    word: 'undo' | 'redo',
    choose: (draft: Draft, readLater: ReadLater) => Promise<number | undefined>,
    length?: Length,
  ) {
    const work: Work<[{ outcome: string; step: Step }, number]> = async (draft) => {
      await draft.lock()
      const readLater = laterReads(draft, kinds)
      const chosen = await choose(draft, readLater)
      if (chosen === undefined) throw new AppError('conflict', nothingTo(word))
      const outline = await draft.log.outline(chosen)
      const step = await describe(draft, outline)
      draft.answerNames([step.task._id])
      const outcomes = new Map<string, Outcome>()
      // In reverse order, because a change may have touched a subject more than once.
      for await (const events of draft.log.pagesOfChange(chosen, eventsAtOnce)) {
        await loadSubjects(kinds, draft, events)
        for (const batch of batchesOf(events, kinds)) {
          const conflictWith = await conflictsOf(draft, batch, chosen, kinds, readLater)
          for (const event of batch.events) {
            outcomes.set(event.task_id, await revertOne(draft, event, conflictWith))
          }
        }
      }
      return [{ outcome: summary([...outcomes.values()].toReversed()), step }, chosen]
    }
    const done = word === 'undo' ? 'Undone' : 'Redone'
    return record(
      author,
      work,
      ({ outcome, step }, numbers) => ({ message: `${done}: ${outcome}${madeInWords(step.via)}.`, ...numbers, step }),
      length,
    )
  }

  /** Whether an undo of this change may be long, because much has happened since. */
  async function lengthOf(owner: string, change: number | undefined): Promise<Length | undefined> {
    if (change === undefined) return undefined
    return (await position(owner)).seq - change > maxLaterEvents ? 'long' : undefined
  }

  async function revertOne(
    draft: Draft,
    event: EventRow,
    conflictWith: (event: EventRow) => Promise<EventRow | undefined>,
  ): Promise<Outcome> {
    const { revert, subject: findSubject } = kinds[event.kind]
    const subject = await findSubject(draft, event.task_id)
    // Checked first, because the events of a subject that was deleted for good have no values to compare.
    if (!subject) throw deletedForGood()
    const other = await conflictWith(event)
    if (other) {
      throw new AppError('conflict', `${kinds[other.kind].sayLater(other, event, subject)} Nothing was undone.`)
    }
    if (!revert) throw deletedForGood()
    return revert(draft, event)
  }

  /** The last changes, newest first, after each page of them: without those that others have made. */
  async function* recentLines({ log, owner }: Draft): AsyncGenerator<ChangeLine<number>[]> {
    const lines: ChangeLine<number>[] = []
    for await (const page of log.recentChanges(changesToUndo)) {
      for (const { change, undoes, kind, actor } of page) {
        // The history that an import has brought along was not made here.
        if (actor === owner && change > 0)
          lines.push({ change, undoes, isRevertible: kinds[kind].revert !== undefined })
      }
      yield lines
    }
  }

  async function describe(draft: Draft, outline: Outline | undefined): Promise<Step> {
    if (!outline) throw noSuchChange()
    const { main } = outline
    const subject = await kinds[main.kind].subject(draft, main.task_id)
    if (!subject) throw deletedForGood()
    return stepOf(outline, subject, clock())
  }

  /** The first of these changes of which nothing was deleted for good, and that can still be undone. */
  async function firstWhole(draft: Draft, changes: number[]): Promise<number | undefined> {
    for (const change of changes) {
      const outline = await draft.log.outline(change)
      if (!outline || outline.isForgotten) continue
      if (!(await kinds[outline.main.kind].isFinal?.(draft, outline.main))) return change
    }
    return undefined
  }

  /** The change that an undo without a number reverts: nearly always one of the first page. Older ones do not change which is the newest. */
  async function last(draft: Draft): Promise<number | undefined> {
    const tried = new Set<number>()
    for await (const lines of recentLines(draft)) {
      const untried = toUndo(lines).filter((change) => !tried.has(change))
      const found = await firstWhole(draft, untried)
      if (found !== undefined) return found
      for (const change of untried) tried.add(change)
    }
    return undefined
  }

  /** The undo that a redo reverts. There is none if the last change is not an undo, which the first page shows. */
  async function lastUndo(draft: Draft): Promise<number | undefined> {
    let undos: number[] = []
    for await (const lines of recentLines(draft)) {
      if (lines[0] && lines[0].undoes === null) return undefined
      undos = toRedo(lines)
    }
    return firstWhole(draft, undos)
  }

  /** Chooses the newest change in the chain of undos and redos of a change. */
  const endOf = (change: number) => async (draft: Draft, readLater: ReadLater) => {
    const outline = await draft.log.outline(change)
    if (!outline) throw noSuchChange()
    const { main, isForgotten } = outline
    const keys = isForgotten ? [] : kinds[main.kind].touchedKeys(main)
    const { end, isUndone } = endOfChain(change, await readLater([main.task_id], main.seq, keys))
    if (isUndone) throw new AppError('conflict', 'That change has already been undone.')
    return end
  }

  return {
    undo: async (author: Author, named?: number) =>
      revert(author, 'undo', named === undefined ? last : endOf(named), await lengthOf(author.owner, named)),
    redo: (author: Author) => revert(author, 'redo', lastUndo),
    /** The changes that an undo and a redo without a number would revert. Conflicts with later changes are not checked. */
    async steps(owner: string): Promise<{ undo: Step | null; redo: Step | null }> {
      const draft = openDraft(db, { owner, via: 'session' }, new Date(clock()).toISOString())
      const described = async (change: number | undefined) =>
        change === undefined ? null : describe(draft, await draft.log.outline(change))
      return { undo: await described(await last(draft)), redo: await described(await lastUndo(draft)) }
    },
  }
}

function summary([first, ...rest]: Outcome[]): string {
  if (!first) return 'nothing'
  return rest.length ? first.many(rest.length + 1) : first.one
}

const noSuchChange = () => new AppError('not_found', 'That change does not exist.')
const deletedForGood = () => new AppError('conflict', 'The task was deleted for good. Nothing was undone.')
