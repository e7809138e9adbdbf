import type { Criterion } from '../../contract/done-when.ts'
import { AppError } from '../../contract/errors.ts'
import { newId } from '../../contract/new-id.ts'
import { type KnownCommit, receiptLimits, shortHash } from '../../contract/receipts.ts'
import type { ListedReceipt, NewReceipt } from '../../contract/schemas/receipts.ts'
import type { Database } from '../database/database.ts'
import type { TaskRow } from '../database/schema.ts'
import type { FileWrites } from '../files/file-writes.ts'
import type { Author, Draft } from '../history/draft.ts'
import type { HistoryRules } from '../history/history.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { listed, receiptOf, storedReceiptOf } from './present.ts'
import { receiptTable } from './receipt-table.ts'
import type { NewRow, ReceiptWrites } from './receipt-writes.ts'

interface Dependencies {
  database: Database
  history: Pick<HistoryRules, 'change'>
  tasks: Pick<TaskRules, 'idOf' | 'present'>
  files: Pick<FileWrites, 'find'>
  writes: ReceiptWrites
  /** The commits that name a task. */
  commitsOf: (owner: string, taskId: string) => Promise<KnownCommit[]>
}

/** Receipts of tasks: that a command ran, or that something was shown. */
export function receiptRules({ database, history, tasks, files, writes, commitsOf }: Dependencies) {
  const table = receiptTable(database)
  return {
    /** The receipts of a task, newest first. Fails with `not_found`. */
    async ofTask(owner: string, id: string): Promise<ListedReceipt[]> {
      const taskId = await tasks.idOf(owner, id)
      const rows = await table.ofTask(owner, taskId)
      return rows.length ? listed(rows, await commitsOf(owner, taskId)) : []
    },
    /** All receipts, as pages of JSON. */
    async *pages(owner: string): AsyncGenerator<string[]> {
      for await (const rows of table.pages(owner)) {
        yield rows.map((row) => JSON.stringify(storedReceiptOf(row)))
      }
    },
    /** Those that an undo has hidden as well. */
    async *pagesOfAll(owner: string): AsyncGenerator<string[]> {
      for await (const rows of table.pagesOfAll(owner)) {
        yield rows.map((row) => JSON.stringify({ ...storedReceiptOf(row), removedAt: row.removed_at }))
      }
    },
    /** Stores a receipt. A run of another command than its criterion names is one that is only reported. Fails with `not_found`, and with `invalid_input` if a run has no command or the task has no such file or criterion. */
    add(author: Author, id: string, sent: NewReceipt) {
      const work = async (draft: Draft) => {
        const task = await tasks.present(draft, id)
        if (sent.output) {
          const file = await files.find(draft, task.id, sent.output)
          if (!file) throw new AppError('invalid_input', `output must be a completion file of #${task.number}.`)
          if (file.size > receiptLimits.outputBytes) throw longOutput()
        }
        const row = rowOf(sent, author.via, draft.at)
        return writes.add(draft, task, isOtherCommand(task, row) ? { ...row, kind: 'reported' } : row)
      }
      return history.change(author, work, (row, numbers) => ({
        message: numbers.change === null ? 'This receipt was stored before.' : 'Receipt stored.',
        receipt: receiptOf(row),
        ...numbers,
      }))
    },
  }
}

const longOutput = () => {
  const max = receiptLimits.outputBytes.toLocaleString('en')
  return new AppError('invalid_input', `output must be a file of at most ${max} bytes: the end of the output.`)
}

export type ReceiptRules = ReturnType<typeof receiptRules>

/** A sent receipt as a row. Fails with `invalid_input` if something is missing that its kind needs. */
function rowOf(sent: NewReceipt, via: string, now: string): NewRow {
  const { kind, command, exitCode, summary, isClean } = sent
  if (kind === 'run' && (command === undefined || exitCode === undefined))
    throw new AppError('invalid_input', 'A receipt of the kind run needs its command and its exitCode.')
  if (!command && !summary) throw new AppError('invalid_input', 'Say what was shown: summary or command is required.')
  return {
    id: sent._id ?? newId(),
    kind,
    criterion: sent.criterion ?? null,
    summary: summary?.trim() ?? null,
    command: command?.trim() ?? null,
    exit_code: exitCode ?? null,
    passed: exitCode === undefined || exitCode === 0 ? 1 : 0,
    started_at: ranAt(sent.startedAt, now),
    duration_ms: sent.durationMs ?? null,
    machine: sent.machine?.trim() ?? null,
    repository: sent.repository?.trim() ?? null,
    branch: sent.branch?.trim() ?? null,
    commit_hash: sent.commit ?? null,
    ancestors: sent.commit && sent.ancestors?.length ? sent.ancestors.map(shortHash).join(' ') : null,
    clean: isClean === undefined ? null : Number(isClean),
    sha256: sent.sha256 ?? null,
    output: sent.output ?? null,
    url: null,
    via,
  }
}

/** Whether a run is said to show a criterion that names another command. Then only the token says so. */
function isOtherCommand({ done_when }: TaskRow, { kind, criterion, command }: NewRow): boolean {
  if (kind !== 'run' || criterion === null) return false
  const wanted = (JSON.parse(done_when) as Criterion[]).find(({ id }) => id === criterion)?.command
  return wanted !== undefined && spaced(wanted) !== spaced(command ?? '')
}

const spaced = (command: string) => command.trim().replace(/\s+/g, ' ')

/** Receipts may come from machines with a wrong clock. One that ran in the future would stay the newest. */
function ranAt(startedAt: string | undefined, now: string): string {
  const at = startedAt === undefined ? Number.NaN : Date.parse(startedAt)
  return Number.isNaN(at) || at < 0 || at > Date.parse(now) ? now : new Date(at).toISOString()
}
