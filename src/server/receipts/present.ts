import { commitsBehind, type KnownCommit, ofNoCriterion, type ProofByCriterion } from '../../contract/receipts.ts'
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

/** Newest first: by the time when they ran, because a receipt may have waited on a machine. */
export const newestFirst = (a: ReceiptRow, b: ReceiptRow) =>
  compared(b.started_at, a.started_at) || compared(b.created_at, a.created_at) || compared(b.id, a.id)
const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The receipts of a task with the number of newer commits, newest first. */
export function listed(rows: readonly ReceiptRow[], linked: readonly KnownCommit[]): ListedReceipt[] {
  const receipts = rows.toSorted(newestFirst).map(receiptOf)
  return receipts.map((receipt) => ({ ...receipt, behind: commitsBehind(receipt, receipts, linked) }))
}

/** The newest receipt of each criterion, in the form that the task carries; null if there is none. */
export function proofOf(rows: readonly ReceiptRow[], linked: readonly KnownCommit[]): string | null {
  const proof: ProofByCriterion = {}
  for (const { criterion, kind, isPassed, behind } of listed(rows, linked)) {
    const key = criterion ?? ofNoCriterion
    proof[key] ??= { kind, isPassed, behind }
  }
  return Object.keys(proof).length ? JSON.stringify(proof) : null
}
