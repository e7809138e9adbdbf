import type { Database } from '../database/database.ts'
import type { IssueSourceRow, SourceIssueRow } from '../database/schema.ts'
import type { HistoryRules } from '../history/history.ts'
import { eventOf } from '../history/present.ts'
import type { TasksById } from '../tasks/tasks-by-id.ts'
import { dialects } from './dialects.ts'
import { type ForgeCalls, placeOf } from './forge-calls.ts'
import { ForgeProblem } from './forge-problem.ts'
import { retryPauseMs } from './pacing.ts'
import { sourceTable } from './source-table.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'after' | 'position'>
  tasksOf: TasksById
  calls: ForgeCalls
  clock: () => number
}

const eventsAtOnce = 200
const sentAtOnce = 20
/** About two days. */
const maxAttempts = 15

/** Closes and reopens issues at their source, as their tasks were completed and reopened here: at least once, and until the source has taken it. */
export function sendingStates({ database, history, tasksOf, calls, clock }: Dependencies) {
  const table = sourceTable(database.db)
  const own = (owner: string) => sourceTable(database.of(owner))

  /** Whether the issue of a task must be open: undefined if the task is gone. */
  async function wantedOf(owner: string, rows: SourceIssueRow[]): Promise<Map<number, boolean>> {
    const tasks = await tasksOf(
      owner,
      rows.map(({ task_id }) => task_id),
    )
    return new Map(
      rows.flatMap(({ number, task_id }) => {
        const status = tasks.get(task_id)?.status
        return status === undefined ? [] : [[number, status !== 'Completed'] as const]
      }),
    )
  }

  /** Reads the next events of the log, and marks the issues whose tasks were completed or reopened. Returns whether there may be more. */
  async function readLog(source: IssueSourceRow): Promise<boolean> {
    const { user_id: owner } = source
    const rows = await history.after(owner, source.seq, eventsAtOnce)
    const last = rows.at(-1)
    if (!last) {
      // A restored database may have a shorter log.
      const { seq } = await history.position(owner)
      if (seq < source.seq) await own(owner).change(source, { seq })
      return false
    }
    const completed = rows
      .map(eventOf)
      .filter(({ kind, after }) => kind === 'updated' && after !== null && 'status' in after)
    const issues = await table.ofTasks(source, [...new Set(completed.map(({ task }) => task))])
    const followed = issues.filter(({ left_at }) => left_at === null)
    const wanted = await wantedOf(owner, followed)
    await database.transaction(
      owner,
      async (tx) => {
        const within = sourceTable(tx)
        for (const issue of followed) {
          const isOpen = wanted.get(issue.number)
          const mustSend = isOpen !== undefined && isOpen !== Boolean(issue.is_open)
          if (mustSend) await within.changeIssue(issue, { send_at: clock(), attempts: 0 })
          else if (issue.send_at !== null) await within.changeIssue(issue, nothingToSend)
        }
        await within.change(source, { seq: last.seq })
      },
      'housekeeping',
    )
    return rows.length === eventsAtOnce
  }

  async function sendOne(source: IssueSourceRow, issue: SourceIssueRow, isOpen: boolean, signal: AbortSignal) {
    const { name } = placeOf(source)
    const dialect = dialects[source.forge]
    const what = `${name}#${issue.number}`
    const answer = await calls.one(source, dialect.setOpen(name, issue.number, isOpen), what, signal)
    const changed = dialect.read(answer)
    if (changed?.number === issue.number && changed.isOpen !== isOpen)
      throw new ForgeProblem(
        'failed',
        `${what} is still ${isOpen ? 'closed' : 'open'} after it was ${isOpen ? 'reopened' : 'closed'}.`,
      )
    const changed_at = Math.max(issue.changed_at, changed?.changedAt ?? 0)
    await own(source.user_id).changeIssue(issue, { is_open: Number(isOpen), changed_at, ...nothingToSend })
  }

  return {
    /** Reads the log to its end. Returns whether something has to be sent now. */
    async readLog(source: IssueSourceRow): Promise<void> {
      let present: IssueSourceRow | undefined = source
      while (present && (await readLog(present))) present = await table.find(source.user_id, source.id)
    },

    /** Sends what is due. Returns when something is due again; null if nothing waits. Fails with a `ForgeProblem` if the forge wants no calls. */
    async send(source: IssueSourceRow, signal: AbortSignal): Promise<number | null> {
      const waiting = await table.unsent(source, sentAtOnce)
      const due = waiting.filter(({ send_at }) => (send_at ?? 0) <= clock())
      const wanted = await wantedOf(source.user_id, due)
      for (const issue of due) {
        signal.throwIfAborted()
        const isOpen = wanted.get(issue.number)
        if (isOpen === undefined || isOpen === Boolean(issue.is_open)) {
          await own(source.user_id).changeIssue(issue, nothingToSend)
          continue
        }
        try {
          await sendOne(source, issue, isOpen, signal)
        } catch (error) {
          if (!(error instanceof ForgeProblem) || error.reason === 'wait') throw error
          const attempts = issue.attempts + 1
          const problem = `#${issue.number} could not be ${isOpen ? 'reopened' : 'closed'}. ${error.message}`
          const send_at = attempts >= maxAttempts ? null : clock() + retryPauseMs(attempts)
          await own(source.user_id).changeIssue(issue, { attempts, send_at, problem })
        }
      }
      const [next] = await table.unsent(source, 1)
      return next?.send_at ?? null
    },
  }
}

export type SendingStates = ReturnType<typeof sendingStates>

const nothingToSend = { send_at: null, attempts: 0, problem: null }
