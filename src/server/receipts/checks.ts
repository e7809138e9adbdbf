import { hash } from 'node:crypto'
import type { Criterion } from '../../contract/done-when.ts'
import { gitLimits, taskOfBranch } from '../../contract/git.ts'
import { receiptLimits } from '../../contract/receipts.ts'
import type { TaskRow } from '../database/schema.ts'
import { plainLine } from '../git/plain-line.ts'
import type { Draft } from '../history/draft.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import { newestFirst } from './present.ts'
import type { NewRow, ReceiptWrites } from './receipt-writes.ts'

/** A finished check of a forge. */
export interface Check {
  /** Identifies the run at its forge. */
  run: string
  /** The suite of checks that belongs to the run, if its forge sends one event for the run and one for the suite. */
  suite?: { name: string; isReportedAs: SuiteEvent }
  repository: string
  commit: string
  /** Empty if it is not known, or if the branch may be anyone's, such as that of a fork. */
  branch: string
  /** The name of the workflow, the pipeline or the status. */
  name: string
  /** The page of the run. Null if the forge has sent no plain address. */
  url: string | null
  isPassed: boolean
  startedAt: string
  durationMs: number | null
}

/** The run has its own name and page, so its receipt takes the place of that of the suite. */
type SuiteEvent = 'suite' | 'run'

interface Dependencies {
  tasks: Pick<TaskWrites, 'find'>
  writes: Pick<ReceiptWrites, 'add' | 'hide' | 'startingWith' | 'tasksOf'>
  /** The tasks that a commit names. */
  namedBy: (draft: Draft, commit: string, limit: number) => Promise<string[]>
}

/** Tasks that one check can be about. */
const maxTasks = 20

/** Checks of forges become receipts of the tasks that have their commit: it names them, was proved for them, or is on the branch of one. */
export function checkRules({ tasks, writes, namedBy }: Dependencies) {
  async function tasksOf(draft: Draft, { commit, branch }: Check): Promise<TaskRow[]> {
    const ids = [...(await namedBy(draft, commit, maxTasks)), ...(await writes.tasksOf(draft, commit, maxTasks))]
    const number = taskOfBranch(branch)
    const found = [
      ...(await Promise.all([...new Set(ids)].slice(0, maxTasks).map((id) => tasks.find(draft, { id })))),
      ...(number === undefined ? [] : [await tasks.find(draft, { number })]),
    ].flatMap((row) => (row && row.trashed_at === null ? row : []))
    return [...new Map(found.map((row) => [row.id, row])).values()]
  }

  /** Stores a check for one task, unless the other event of its suite has reported the same with more details. */
  async function store(draft: Draft, task: TaskRow, check: Check): Promise<void> {
    const { suite, isPassed } = check
    const other = suite?.isReportedAs === 'run' ? 'suite' : 'run'
    const others = suite ? await writes.startingWith(draft, task.id, idStart(check, other)) : []
    if (other === 'suite') {
      const same = others.filter(({ passed, removed_at }) => passed === Number(isPassed) && removed_at === null)
      for (const row of same) await writes.hide(draft, task, row)
    } else if (others.toSorted(newestFirst)[0]?.passed === Number(isPassed)) return draft.mention(task.id)
    await writes.add(draft, task, rowOf(draft, task, check), false)
  }

  return {
    /** Stores a check for its tasks within a change, each once. Returns their numbers. */
    async apply(draft: Draft, check: Check): Promise<number[]> {
      const rows = await tasksOf(draft, check)
      for (const row of rows) await store(draft, row, check)
      return rows.map(({ number }) => number)
    },
  }
}

export type CheckRules = ReturnType<typeof checkRules>

function rowOf({ via, at }: Draft, task: TaskRow, check: Check): NewRow {
  const summary = plainLine(check.name, receiptLimits.summary) || 'Check'
  const started = Date.parse(check.startedAt)
  const isPlausible = started > 0 && started <= Date.parse(at)
  return {
    ...{ id: idOf(check), kind: 'ci', criterion: criterionOf(task, summary), summary, command: null, exit_code: null },
    passed: Number(check.isPassed),
    started_at: isPlausible ? new Date(started).toISOString() : at,
    duration_ms: check.durationMs === null ? null : Math.min(Math.max(0, check.durationMs), receiptLimits.durationMs),
    machine: null,
    repository: plainLine(check.repository, gitLimits.name) || null,
    branch: plainLine(check.branch, gitLimits.name) || null,
    ...{ commit_hash: check.commit, ancestors: null, clean: null, sha256: null, output: null, url: check.url, via },
  }
}

/** A run has the same id in every delivery that reports it. Those of one suite begin with the same characters. */
function idOf(check: Check): string {
  const { repository, run, suite } = check
  const hex = hash('sha256', JSON.stringify([repository, run]), 'hex')
  const start = suite
    ? idStart(check, suite.isReportedAs)
    : `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}`
  return [start, hex.slice(16, 20), hex.slice(20, 32)].join('-')
}

function idStart({ repository, suite }: Check, event: SuiteEvent): string {
  const hex = hash('sha256', JSON.stringify([repository, suite?.name, event]), 'hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)].join('-')
}

/** The criterion that a check shows: its sentence or its command is the name of the check. */
function criterionOf({ done_when }: TaskRow, name: string): string | null {
  const wanted = name.toLowerCase()
  const criteria: Criterion[] = JSON.parse(done_when)
  const isNamed = ({ text, command }: Criterion) => [text, command].some((one) => one?.toLowerCase() === wanted)
  return criteria.find(isNamed)?.id ?? null
}
