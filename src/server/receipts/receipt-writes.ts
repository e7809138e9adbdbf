import type { Criterion } from '../../contract/done-when.ts'
import { newId } from '../../contract/new-id.ts'
import { type KnownCommit, receiptLimits } from '../../contract/receipts.ts'
import type { Receipt } from '../../contract/schemas/receipts.ts'
import type { ReceiptRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { newestFirst, proofOf, receiptOf } from './present.ts'

/** A receipt as it is stored for the first time. */
export type NewRow = Omit<ReceiptRow, 'user_id' | 'task_id' | 'created_at' | 'removed_at'>

interface Dependencies {
  tasks: Pick<TaskWrites, 'find' | 'setProof'>
  /** The commits that name a task. */
  commitsOf: (draft: Draft, taskId: string) => Promise<KnownCommit[]>
}

/** Reads and writes of receipts within a change. Every write that users can see records its event and updates the proof that is sent with the task. */
export function receiptWrites({ tasks, commitsOf }: Dependencies) {
  const ofTask = ({ tx, owner }: Draft, taskId: string) =>
    tx.selectFrom('receipts').where('user_id', '=', owner).where('task_id', '=', taskId)

  const find = (draft: Draft, taskId: string, id: string): Promise<ReceiptRow | undefined> =>
    ofTask(draft, taskId).selectAll().where('id', '=', id).executeTakeFirst()

  /** Computes the proof of a task again. Returns it for the event that has changed it; undefined if it is as before. */
  async function refresh(draft: Draft, task: TaskRow, respectsClaim: boolean) {
    const known = (await tasks.find(draft, { id: task.id })) ?? task
    const shown = await ofTask(draft, task.id).selectAll().where('removed_at', 'is', null).execute()
    const proof = shown.length ? proofOf(shown, await commitsOf(draft, task.id)) : null
    // A receipt is a write to the task, which its claim must allow, even if an older receipt stays the newest one.
    if (proof === known.proof && !respectsClaim) return undefined
    await tasks.setProof(draft, known, proof, respectsClaim)
    return { proof: JSON.parse(proof ?? '{}') }
  }

  /** Records an event. It always has values after it: the proof of the task, and the receipt if it is shown. */
  async function record(
    draft: Draft,
    task: TaskRow,
    before: ReceiptRow | undefined,
    after: ReceiptRow | undefined,
    respectsClaim: boolean,
  ) {
    const changed = await refresh(draft, task, respectsClaim)
    const values = (row: ReceiptRow | undefined) => (row ? { receipt: receiptOf(row) } : {})
    draft.record({
      subject: task.id,
      kind: 'proved',
      before: before ? JSON.stringify(values(before)) : null,
      after: JSON.stringify({ ...values(after), ...changed }),
      version: task.version,
    })
  }

  /** Makes room for one more: removes the oldest receipts that are not the newest ones of their criterion. The log keeps them. */
  async function makeRoom(draft: Draft, taskId: string) {
    const rows = await ofTask(draft, taskId).selectAll().execute()
    if (rows.length < receiptLimits.perTask) return
    const seen = new Set<string | null>()
    const older = rows.toSorted(newestFirst).filter(({ criterion, removed_at }) => {
      if (removed_at !== null || seen.has(criterion)) return true
      seen.add(criterion)
      return false
    })
    const excess = older.slice(-(rows.length + 1 - receiptLimits.perTask)).map(({ id }) => id)
    if (!excess.length) return
    const { tx, owner } = draft
    const old = tx.deleteFrom('receipts').where('user_id', '=', owner).where('task_id', '=', taskId)
    await old.where('id', 'in', excess).execute()
  }

  const setRemoved = ({ tx, owner }: Draft, row: ReceiptRow, removed_at: string | null) =>
    tx
      .updateTable('receipts')
      .set({ removed_at })
      .where('user_id', '=', owner)
      .where('task_id', '=', row.task_id)
      .where('id', '=', row.id)
      .execute()

  /** Adds a receipt. One with the same id stays as it is, even if an undo has hidden it, and is returned. */
  async function add(draft: Draft, task: TaskRow, receipt: NewRow, respectsClaim = true): Promise<ReceiptRow> {
    const known = await find(draft, task.id, receipt.id)
    if (known) {
      draft.mention(task.id)
      return known
    }
    await makeRoom(draft, task.id)
    const row = { ...receipt, user_id: draft.owner, task_id: task.id, created_at: draft.at, removed_at: null }
    await draft.tx.insertInto('receipts').values(row).execute()
    await record(draft, task, undefined, row, respectsClaim)
    return row
  }

  return {
    find,
    add,
    /** Adds receipts as they are, without their events, to tasks that have their proof already. */
    insertWhole: async ({ tx, owner }: Draft, rows: Omit<ReceiptRow, 'user_id'>[]): Promise<void> => {
      await tx
        .insertInto('receipts')
        .values(rows.map((row) => ({ ...row, user_id: owner })))
        .execute()
    },
    /** Stores that criteria were ticked: a person has looked, and everyone else only reports it. */
    async addTicks(draft: Draft, task: TaskRow, criteria: Pick<Criterion, 'id' | 'text'>[]): Promise<void> {
      const kind = draft.via === 'session' ? 'checked' : 'reported'
      for (const { id, text } of criteria) await add(draft, task, tickOf(draft, kind, id, text))
    },
    /** Shows or hides a receipt, for an undo. */
    async show(draft: Draft, task: TaskRow, { _id: id }: Receipt, isShown: boolean): Promise<void> {
      const row = await find(draft, task.id, id)
      // The task had too many, so only the log has it.
      if (!row || (row.removed_at === null) === isShown) return draft.mention(task.id)
      await setRemoved(draft, row, isShown ? null : draft.at)
      await record(draft, task, isShown ? undefined : row, isShown ? row : undefined, true)
    },
    /** Hides a receipt that another one replaces, whoever holds the task. */
    async hide(draft: Draft, task: TaskRow, row: ReceiptRow): Promise<void> {
      await setRemoved(draft, row, draft.at)
      await record(draft, task, row, undefined, false)
    },
    /** The receipts of a task whose ids begin so, with those that were undone. */
    startingWith: (draft: Draft, taskId: string, start: string): Promise<ReceiptRow[]> =>
      ofTask(draft, taskId).selectAll().where('id', 'like', `${start}%`).execute(),
    /** For a commit of the task that has become known or unknown: receipts may be stale, or no longer. */
    refresh: async (draft: Draft, task: TaskRow) => (task.proof === null ? undefined : refresh(draft, task, false)),
    /** The commits of the receipts of a task, each with the time of its first one. */
    provedCommits: async (draft: Draft, taskId: string): Promise<KnownCommit[]> => {
      const rows = ofTask(draft, taskId).where('removed_at', 'is', null).where('commit_hash', 'is not', null)
      const first = rows.select((row) => ['commit_hash as hash', row.fn.min('started_at').as('at')])
      return (await first.groupBy('commit_hash').execute()) as KnownCommit[]
    },
    /** The tasks that have a receipt of a commit. */
    tasksOf: async ({ tx, owner }: Draft, commit: string, limit: number): Promise<string[]> => {
      const rows = await tx
        .selectFrom('receipts')
        .select('task_id')
        .distinct()
        .where('user_id', '=', owner)
        .where('commit_hash', '=', commit)
        .where('removed_at', 'is', null)
        .limit(limit)
        .execute()
      return rows.map(({ task_id }) => task_id)
    },
  }
}

const tickOf = ({ via, at }: Draft, kind: 'checked' | 'reported', criterion: string, summary: string): NewRow => ({
  ...{ id: newId(), kind, criterion, summary, command: null, exit_code: null, passed: 1, started_at: at },
  ...{
    duration_ms: null,
    machine: null,
    repository: null,
    branch: null,
    commit_hash: null,
    ancestors: null,
    clean: null,
  },
  ...{ sha256: null, output: null, url: null, via },
})

export type ReceiptWrites = ReturnType<typeof receiptWrites>
