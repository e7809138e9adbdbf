import { repositoryAt } from '../../contract/issue-sources.ts'
import { plainName } from '../../contract/plain-names.ts'
import type { IssueSource } from '../../contract/schemas/issue-sources.ts'
import type { IssueSourceRow } from '../database/schema.ts'
import { type Counts, noCounts } from './source-table.ts'

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** A source as its owner sees it, without its token. */
export const issueSourceOf = (
  row: IssueSourceRow,
  { open, closed, left, unsent }: Counts = noCounts,
  unsentProblem: string | null = null,
): IssueSource => ({
  id: row.id,
  forge: row.forge,
  address: row.address,
  repository: repositoryAt(row.address, row.forge)?.name ?? row.address,
  choice: row.choice,
  label: row.label === null ? null : plainName(row.label),
  account: row.account === null ? null : plainName(row.account),
  writes: row.writes === 1,
  createdAt: new Date(row.created_at).toISOString(),
  syncedAt: isoOrNull(row.synced_at),
  isSyncing: row.asked_at !== null && row.paused_at === null,
  openCount: open,
  closedCount: closed,
  leftCount: left,
  problem: row.problem,
  failingSince: isoOrNull(row.failing_since),
  waitsUntil: isoOrNull(row.wait_until),
  remark: row.remark,
  unsentCount: unsent,
  unsentProblem,
  pausedAt: isoOrNull(row.paused_at),
  pausedWhy: row.paused_why,
})
