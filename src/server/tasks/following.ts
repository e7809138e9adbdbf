import { completed, isContinued } from '../../contract/next-task.ts'
import type { TaskValues } from '../../contract/task-fields.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { valuesOf } from './fields.ts'
import { type ProofRuleOf, proofCheck } from './proof-check.ts'
import type { NewRow, TaskWrites } from './task-writes.ts'
import { rowOf } from './values.ts'

/** The day where the owner of a draft is, by the time zone of the account. */
export type Today = (draft: Pick<Draft, 'tx' | 'owner' | 'at'>) => Promise<string>

interface Dependencies {
  writes: TaskWrites
  nextId: () => string
  today: Today
  proofRule: ProofRuleOf
}

/** Writes tasks of a change, checks the proof of those that a token completes, and collects those that follow the repeating ones that it completes. `sentDay` is the client's day. */
export function followingTasks(
  { writes, nextId, today, proofRule }: Dependencies,
  draft: Draft,
  sentDay: string | undefined,
) {
  const checkProof = proofCheck(proofRule, draft)
  let day = sentDay?.slice(0, 10)
  let rows: NewRow[] = []
  let chosenIds: string[] = []
  return {
    /** Sets values of a task. If that completes it and it repeats, the next one gets the id that the client has chosen, or a new one. */
    async set(row: TaskRow, values: Partial<TaskValues>, chosenId: string | undefined): Promise<TaskRow> {
      const task = valuesOf(row)
      if (values.status === 'Completed' && task.status !== 'Completed') await checkProof(row, { ...task, ...values })
      if (!isContinued(task, values)) return writes.set(draft, row, values)
      day ??= await today(draft)
      const { values: all, next } = completed(task, values, day)
      if (next) rows.push(rowOf(chosenId ?? nextId(), next, draft.at))
      if (next && chosenId) chosenIds.push(chosenId)
      return writes.set(draft, row, all)
    },
    /** The tasks to add, once: their rows, and those of their ids that the client has chosen. */
    take(): [rows: NewRow[], chosenIds: string[]] {
      const taken: [NewRow[], string[]] = [rows, chosenIds]
      rows = []
      chosenIds = []
      return taken
    },
  }
}
