import {
  commitsBehind,
  type Dated,
  type KnownCommit,
  ofNoCriterion,
  type ProofByCriterion,
} from '../../contract/receipts.ts'
import type { ListedReceipt, Receipt } from '../../contract/schemas/receipts.ts'
import type { ReceiptRow } from '../database/schema.ts'

const booleanOf = (stored: number | null) => (stored === null ? null : stored === 1)

/** A row in wire format. */
export function receiptOf(row: ReceiptRow): Receipt {
  return {
    _id: row.id,
    kind: row.kind,
    criterion: row.criterion,
    summary: row.summary,
    command: row.command,
    exitCode: row.exit_code,
    isPassed: row.passed === 1,
    startedAt: row.started_at,
    durationMs: row.duration_ms,
    machine: row.machine,
    repository: row.repository,
    branch: row.branch,
    commit: row.commit_hash,
    isClean: booleanOf(row.clean),
    sha256: row.sha256,
    output: row.output,
    url: row.url,
    via: row.via,
    createdAt: row.created_at,
  }
}

/** A row as archives and exports have it, with the commits before its own. */
export const storedReceiptOf = (row: ReceiptRow) => ({
  ...receiptOf(row),
  ...(row.ancestors ? { ancestors: row.ancestors.split(' ') } : {}),
  task: row.task_id,
})

/** The columns of a receipt that decide about the proof of its task. */
export type ProvingReceipt = Pick<
  ReceiptRow,
  'id' | 'kind' | 'criterion' | 'passed' | 'started_at' | 'created_at' | 'commit_hash' | 'ancestors'
>

/** Newest first: by the time when they ran, because a receipt may have waited on a machine. */
export const newestFirst = (a: ProvingReceipt, b: ProvingReceipt) =>
  compared(b.started_at, a.started_at) || compared(b.created_at, a.created_at) || compared(b.id, a.id)
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const datedOf = ({ commit_hash, started_at, ancestors }: ProvingReceipt): Dated => ({
  commit: commit_hash,
  startedAt: started_at,
  ...(ancestors ? { ancestors: ancestors.split(' ') } : {}),
})

/** The receipts of a task with the number of newer commits, newest first. */
export function listed(rows: readonly ReceiptRow[], linked: readonly KnownCommit[]): ListedReceipt[] {
  const sorted = rows.toSorted(newestFirst)
  const dated = sorted.map(datedOf)
  return sorted.map((row) => ({ ...receiptOf(row), behind: commitsBehind(datedOf(row), dated, linked) }))
}

/** The newest receipt of each criterion, in the form that the task carries; null if there is none. */
export function proofOf(rows: readonly ProvingReceipt[], linked: readonly KnownCommit[]): string | null {
  const proof: ProofByCriterion = {}
  const dated = rows.map(datedOf)
  for (const row of rows.toSorted(newestFirst)) {
    const { criterion, kind, passed } = row
    const key = criterion ?? ofNoCriterion
    const behind = () => commitsBehind(datedOf(row), dated, linked)
    proof[key] ??= { kind, isPassed: passed === 1, behind: behind() }
  }
  return Object.keys(proof).length ? JSON.stringify(proof) : null
}
