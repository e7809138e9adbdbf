import { hash } from 'node:crypto'
import { type GitEffect, gitEffects, gitLimits } from '../../contract/git.ts'
import type { KnownCommit } from '../../contract/receipts.ts'
import type { GitReference } from '../../contract/schemas/git.ts'
import type { GitReferenceRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { referenceOf } from './present.ts'

/** A reference as a webhook or the command line reports it. */
export type NewReference = Omit<GitReference, 'id' | 'at'>

/** A commit is the same in every copy of its repository; branches and change requests belong to one. */
function idOf({ kind, name, url, repository }: NewReference): string {
  const place = kind === 'commit' ? [] : [repository ?? url]
  return hash('sha256', JSON.stringify([kind, name, ...place]), 'base64url').slice(0, 22)
}

const idOfCommit = (hash: string) =>
  idOf({ kind: 'commit', name: hash, title: '', url: null, repository: null, state: null })

const isStronger = (effect: GitEffect, than: GitEffect) => gitEffects.indexOf(effect) > gitEffects.indexOf(than)

/** Reads and writes of references within a change. Every write that users can see records its event. `afterChange` returns more values for it. */
export function referenceWrites(afterChange: (draft: Draft, task: TaskRow) => Promise<object | undefined>) {
  const ofTask = ({ tx, owner }: Draft, taskId: string) =>
    tx.selectFrom('git_references').where('user_id', '=', owner).where('task_id', '=', taskId)

  const find = (draft: Draft, taskId: string, id: string): Promise<GitReferenceRow | undefined> =>
    ofTask(draft, taskId).selectAll().where('id', '=', id).executeTakeFirst()

  async function isFull(draft: Draft, taskId: string): Promise<boolean> {
    const count = await ofTask(draft, taskId)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return Number(count.rows) >= gitLimits.referencesPerTask
  }

  // A distributed engine refuses to set the owner of a row, even to the same one.
  const update = (
    { tx }: Draft,
    { user_id, task_id, id }: GitReferenceRow,
    { user_id: _owner, task_id: _task, id: _id, ...columns }: Partial<GitReferenceRow>,
  ) =>
    tx
      .updateTable('git_references')
      .set(columns)
      .where('user_id', '=', user_id)
      .where('task_id', '=', task_id)
      .where('id', '=', id)
      .execute()

  async function record(
    draft: Draft,
    task: TaskRow,
    before: GitReferenceRow | undefined,
    after: GitReferenceRow | undefined,
  ) {
    const json = (row: GitReferenceRow | undefined, more?: object) => {
      const shown = row && row.removed_at === null ? { reference: referenceOf(row) } : undefined
      return shown || more ? JSON.stringify({ ...shown, ...more }) : null
    }
    if (json(before) === json(after)) return
    const changed = await afterChange(draft, task)
    const event = { before: json(before), after: json(after, changed) }
    draft.record({ subject: task.id, kind: 'referenced', ...event, version: task.version })
  }

  return {
    /**
     * Adds a reference to a task, or updates the one that is there. Returns the effect that it may have now; undefined if it has had that
     * effect before, even if the user has undone it since. A task that has too many references gets no more, but the effect stands.
     */
    async put(
      draft: Draft,
      task: TaskRow,
      reference: NewReference,
      effect: GitEffect,
      at = draft.at,
    ): Promise<GitEffect | undefined> {
      const id = idOf(reference)
      const known = await find(draft, task.id, id)
      if (!known) {
        if (await isFull(draft, task.id)) return effect
        const row = { ...reference, id, effect, user_id: draft.owner, task_id: task.id, at, removed_at: null }
        await draft.tx.insertInto('git_references').values(row).execute()
        await record(draft, task, undefined, row)
        return effect
      }
      const hasMore = isStronger(effect, known.effect)
      if (known.removed_at !== null && !hasMore) return undefined
      const { title, url, state } = reference
      const next = { ...known, title, url, state, removed_at: null, effect: hasMore ? effect : known.effect }
      await update(draft, known, next)
      await record(draft, task, known, next)
      return hasMore ? effect : undefined
    },
    /** Adds references as they are, without their events and effects. */
    insertWhole: async ({ tx, owner }: Draft, rows: Omit<GitReferenceRow, 'user_id'>[]): Promise<void> => {
      await tx
        .insertInto('git_references')
        .values(rows.map((row) => ({ ...row, user_id: owner })))
        .execute()
    },
    /** Brings a reference back to a former state, or hides it if it had none. */
    async revert(draft: Draft, task: TaskRow, id: string, former: GitReference | undefined): Promise<void> {
      const known = await find(draft, task.id, id)
      // A task that was restored by an older version, or whose references were full: there is nothing to show or hide.
      if (!known) return
      const next = former
        ? { ...known, title: former.title, url: former.url, state: former.state, removed_at: null }
        : { ...known, removed_at: draft.at }
      await update(draft, known, next)
      await record(draft, task, known, next)
    },
    /** The commits that name a task. */
    commitsOf: async (draft: Draft, taskId: string): Promise<KnownCommit[]> => {
      const rows = ofTask(draft, taskId).select(['name as hash', 'at']).where('kind', '=', 'commit')
      return rows.where('removed_at', 'is', null).execute()
    },
    /** The tasks that a commit names. */
    tasksOf: async ({ tx, owner }: Draft, commit: string, limit: number): Promise<string[]> => {
      const rows = tx.selectFrom('git_references').select('task_id').where('user_id', '=', owner)
      const named = rows.where('id', '=', idOfCommit(commit)).where('removed_at', 'is', null)
      return (await named.limit(limit).execute()).map(({ task_id }) => task_id)
    },
  }
}

export type ReferenceWrites = ReturnType<typeof referenceWrites>
