import type { ImportedTask } from '../../contract/imports.ts'
import { issueAddress, issueSourceLimits } from '../../contract/issue-sources.ts'
import { mergeFields } from '../../contract/merge.ts'
import { newId } from '../../contract/new-id.ts'
import { noteLimits } from '../../contract/notes.ts'
import { changedValues } from '../../contract/task-changes.ts'
import { type FieldName, isSameValue, type TaskValues } from '../../contract/task-fields.ts'
import { taskLimits } from '../../contract/tasks.ts'
import type { IssueSourceRow, SourceIssueRow, TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import type { NoteWrites } from '../notes/note-writes.ts'
import { valuesOf } from '../tasks/fields.ts'
import { tasksAtOnce } from '../tasks/task-batch.ts'
import type { TaskWrites } from '../tasks/task-writes.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import { inBatches } from '../work/slices.ts'
import type { Issue } from './dialects.ts'
import { conflictNote, type Leaving, leavingNote } from './issue-notes.ts'
import { type IssueValues, storedValues, taskOfIssue, valuesOfIssue } from './issue-values.ts'
import { type SourceTable, sourceTable } from './source-table.ts'

interface Dependencies {
  tasks: Pick<TaskRules, 'importWithin' | 'setWithin'>
  taskWrites: Pick<TaskWrites, 'find' | 'load' | 'identify'>
  noteWrites: Pick<NoteWrites, 'add'>
}

/** An issue that is followed no more. */
export interface Gone {
  number: number
  why: Leaving
}

/** An issue with the task that it becomes or is. */
interface Found {
  issue: Issue
  task: ImportedTask
}

/** Applies issues to the tasks of their owner, within a change. */
export function applyingIssues({ tasks, taskWrites, noteWrites }: Dependencies) {
  const rowOf = (source: IssueSourceRow, { issue, task }: Found): SourceIssueRow => ({
    ...{ user_id: source.user_id, source_id: source.id, number: issue.number, task_id: task._id },
    ...{ is_open: Number(issue.isOpen), last_values: JSON.stringify(valuesOfIssue(task)), changed_at: issue.changedAt },
    ...{ left_at: null, send_at: null, attempts: 0, problem: null },
  })

  /** Makes tasks of issues that were not known. One that was imported before, or that was deleted here, is not made again. */
  async function add(draft: Draft, own: SourceTable, source: IssueSourceRow, found: Found[]): Promise<void> {
    if (!found.length) return
    const keys = found.map(({ task }) => ({ id: task._id }))
    const known = new Set((await taskWrites.identify(draft, keys)).map(({ id }) => id))
    const lines = found.filter(({ task }) => !known.has(task._id)).map(({ task }, index) => ({ line: index + 1, task }))
    if (lines.length) await tasks.importWithin(draft, lines, { conflicts: 'keep', restores: false })
    await own.addIssues(found.map((one) => rowOf(source, one)))
  }

  async function addNote(draft: Draft, row: TaskRow, text: string): Promise<void> {
    if (row.note_count >= noteLimits.perTask) return
    await noteWrites.add(draft, row, { id: newId(), kind: 'note', text, via: draft.via })
  }

  /** A task that is not in the trash. */
  async function present(draft: Draft, id: string): Promise<TaskRow | undefined> {
    const row = await taskWrites.find(draft, { id })
    return row?.trashed_at === null ? row : undefined
  }

  /** Brings what has changed at the source to the task. A value that was changed here stays, and a note says so. */
  async function update(draft: Draft, own: SourceTable, source: IssueSourceRow, known: SourceIssueRow, found: Found) {
    const { issue, task } = found
    // An answer from before the last change there is old.
    if (issue.changedAt && issue.changedAt < known.changed_at) return
    const row = await present(draft, known.task_id)
    // When it comes back, it is compared with what it knew.
    if (!row) return
    const current = valuesOf(row)
    const base = storedValues(known.last_values)
    const given = valuesOfIssue(task)
    const { values, conflicts } = mergeFields({ base, current, wanted: changedFrom(base, given) })
    const status = statusAfter(issue, known, current)
    const all = { ...withinLimits(values, current), ...(status ? changedValues({ status }, current, draft.at) : {}) }
    const changed = Object.keys(all).length ? await tasks.setWithin(draft, row, all) : row
    if (conflicts.length) await addNote(draft, changed, conflictNote(source, conflicts, given))
    const { is_open, last_values, changed_at, left_at } = rowOf(source, found)
    // What the source has done itself need not be sent to it.
    const isSettled = is_open !== known.is_open
    await own.changeIssue(known, {
      ...{ is_open, last_values, changed_at, left_at },
      ...(isSettled ? { send_at: null, attempts: 0, problem: null } : {}),
    })
  }

  async function leave(draft: Draft, own: SourceTable, source: IssueSourceRow, known: SourceIssueRow, why: Leaving) {
    if (known.left_at !== null) return
    await own.changeIssue(known, { left_at: Date.parse(draft.at), send_at: null, attempts: 0, problem: null })
    const row = await present(draft, known.task_id)
    if (row && row.status !== 'Completed')
      await addNote(draft, row, leavingNote(source, issueAddress(source, known.number), why))
  }

  /** Applies what was read of a source. Fails like an import if the owner has reached a limit. */
  return async (draft: Draft, source: IssueSourceRow, issues: Issue[], gone: Gone[]): Promise<void> => {
    draft.answerNames([])
    const own = sourceTable(draft.tx)
    const known = await own.issues(
      source,
      [...issues, ...gone].map(({ number }) => number),
    )
    const found = issues.map((issue) => ({ issue, task: taskOfIssue(source, issue) }))
    const room = Math.max(0, issueSourceLimits.issues - (await own.openNumbers(source)).length)
    const fresh = found.filter(({ issue }) => issue.isOpen && !known.has(issue.number)).slice(0, room)
    await add(draft, own, source, fresh)
    const updates = found.flatMap((one) => {
      const row = known.get(one.issue.number)
      return row && !isSame(row, rowOf(source, one)) ? [{ row, one }] : []
    })
    for await (const some of inBatches(updates, tasksAtOnce)) {
      await taskWrites.load(
        draft,
        some.map(({ row }) => row.task_id),
      )
      for (const { row, one } of some) await update(draft, own, source, row, one)
    }
    for (const { number, why } of gone) {
      const row = known.get(number)
      if (row) await leave(draft, own, source, row, why)
    }
    await own.trim(source)
  }
}

/** Whether an issue is as it was when it was read before. */
const isSame = (one: SourceIssueRow, other: SourceIssueRow): boolean =>
  (['is_open', 'last_values', 'changed_at', 'left_at'] as const).every((name) => one[name] === other[name])

export type ApplyIssues = ReturnType<typeof applyingIssues>

/** The values that the source has changed. */
const changedFrom = (base: Partial<IssueValues>, given: IssueValues): Partial<TaskValues> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => !isSameValue(value, (base as Partial<TaskValues>)[name as FieldName]),
    ),
  )

/** The status that a task gets because its issue was closed or reopened. */
function statusAfter({ isOpen }: Issue, { is_open }: SourceIssueRow, { status }: Pick<TaskValues, 'status'>) {
  if (isOpen === Boolean(is_open)) return undefined
  if (isOpen) return status === 'Completed' ? 'Pending' : undefined
  return status === 'Completed' ? undefined : 'Completed'
}

/** Labels of both sides may be too many. Those of the task stay. */
function withinLimits(values: Partial<TaskValues>, { labels }: Pick<TaskValues, 'labels'>): Partial<TaskValues> {
  if (!values.labels || values.labels.length <= taskLimits.labels) return values
  const kept = new Set(labels)
  const first = [
    ...values.labels.filter((label) => kept.has(label)),
    ...values.labels.filter((label) => !kept.has(label)),
  ]
  return { ...values, labels: first.slice(0, taskLimits.labels) }
}
