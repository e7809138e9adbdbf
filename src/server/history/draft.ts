import type { Kysely } from 'kysely'
import type { EventKind } from '../../contract/history.ts'
import type { Values } from '../../contract/schemas/history.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { searchText } from '../../contract/search.ts'
import type { DeckRow, EventRow, FileRow, Schema, TaskRow } from '../database/schema.ts'
import { fileOf } from '../files/present.ts'
import { columnsOf, taskOf } from '../tasks/present.ts'
import { eventTable } from './event-table.ts'
import type { LabelChanges } from './label-table.ts'
import { checkLabels, checkText, type Limits } from './limits.ts'
import { type KeptStatements, keptStatements, ownRows } from './rows.ts'

/** A new task as its maker knows it: the rest of its row follows from that. */
export type NewRow = Omit<
  TaskRow,
  'user_id' | 'number' | 'version' | 'trashed_at' | 'position' | 'words' | 'json' | 'files_json'
>

/** The fields that a change can give other values, and what people call them. `completedAt` changes with the status only. */
export const fieldNames = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  dueDate: 'due date',
  status: 'status',
  completedAt: 'status',
  labels: 'labels',
  position: 'place on the board',
} as const
const changeable = Object.keys(fieldNames) as (keyof typeof fieldNames)[]
export type Changeable = Pick<Task, keyof typeof fieldNames>

interface Parts {
  kept: KeptStatements
  limits: Limits
}

/** A task that is purged, and the number below which its events still have values. */
export interface Unforgotten {
  taskId: string
  below: number
}

/** Events whose values one change takes out, before the next task is left to the next change. */
const maxForgotten = 500

type Line = Pick<EventRow, 'task_id' | 'kind' | 'before' | 'after' | 'version'>

/** Makes drafts: changes in the making. */
export function drafts(db: Kysely<Schema>, limits: Limits) {
  const kept = keptStatements(db)
  return (tx: Kysely<Schema>, owner: string, at: string) => openDraft(tx, owner, at, { kept, limits })
}

export type OpenDraft = ReturnType<typeof drafts>

/** A change in the making: what it does to rows, and the events that say so. Nothing else writes tasks or files. */
function openDraft(tx: Kysely<Schema>, owner: string, at: string, { kept, limits }: Parts) {
  const rows = ownRows(tx, owner, kept)
  const lines: Line[] = []
  const labelChanges: LabelChanges = new Map()
  const forgotten = { events: 0, bytes: 0 }
  const unforgotten: Unforgotten[] = []

  function note(task: TaskRow, kind: EventKind, before: Values, after: Values) {
    const text = (values: Values) => (values ? JSON.stringify(values) : null)
    lines.push({ task_id: task.id, kind, before: text(before), after: text(after), version: task.version })
  }

  async function forget({ taskId, below }: Unforgotten) {
    const slice = await rows.forgetValues(taskId, below)
    forgotten.events += slice.events
    forgotten.bytes += slice.bytes
    if (slice.below !== undefined) unforgotten.push({ taskId, below: slice.below })
  }

  /** Counts the labels of a task, or no longer counts them. */
  function countLabels(labels: string, step: 1 | -1) {
    for (const label of JSON.parse(labels) as string[]) labelChanges.set(label, (labelChanges.get(label) ?? 0) + step)
  }

  /** Writes which labels there are now. Fails with `too_large` when there are too many. */
  async function writeLabels(isUndo: boolean) {
    if (!labelChanges.size) return
    const added = await rows.labels.add(labelChanges)
    if (added.length) checkLabels(limits, await rows.labels.count(), added, isUndo)
  }

  async function write(row: TaskRow, columns: Partial<TaskRow>): Promise<TaskRow> {
    const changed = { ...columns, version: row.version + 1, updated_at: at }
    const next = { ...row, ...changed }
    const follows = derived(next)
    await rows.updateTask(row, { ...changed, ...follows })
    return { ...next, ...follows }
  }

  async function showFiles(row: TaskRow): Promise<TaskRow> {
    const shown = (await rows.filesOf(row.id)).filter((file) => file.removed_at === null)
    const columns = { files_json: JSON.stringify(shown.map(fileOf)) }
    await rows.updateTask(row, columns)
    return { ...row, ...columns }
  }

  return {
    at,
    /** For tables without a history, read and written in the same transaction. */
    tx,
    log: eventTable(tx, owner),
    lock: rows.lock,
    close: rows.close,
    eraseSlice: rows.eraseSlice,
    task: rows.task,
    tasksBeside: rows.tasksBeside,
    file: rows.file,
    filesOf: rows.filesOf,

    /** New tasks, numbered in their order. */
    async create(tasks: NewRow[]): Promise<TaskRow[]> {
      const lastNumber = await rows.takeNumbers(tasks.length)
      const made = tasks.map((task, index): TaskRow => {
        const number = lastNumber - tasks.length + 1 + index
        const row = {
          ...task,
          user_id: owner,
          number,
          version: 1,
          trashed_at: null,
          position: number,
          files_json: '[]',
        }
        return { ...row, ...derived(row) }
      })
      await rows.insertTasks(made)
      for (const { id, json, version, labels } of made) {
        countLabels(labels, 1)
        lines.push({ task_id: id, kind: 'created', before: null, after: json, version })
      }
      return made
    },

    /** Gives fields other values. Values that a task has already are no change. */
    async set(row: TaskRow, values: Partial<Changeable>): Promise<TaskRow> {
      const before = taskOf(row)
      const after = { ...before, ...values }
      const fields = changeable.filter((field) => !same(before[field], after[field]))
      if (!fields.length) return row
      const only = (task: Task) => Object.fromEntries(fields.map((field) => [field, task[field]]))
      const next = await write(row, columnsOf(only(after)))
      if (next.labels !== row.labels) {
        countLabels(row.labels, -1)
        countLabels(next.labels, 1)
      }
      note(next, 'updated', only(before), only(after))
      return next
    },
    async trash(row: TaskRow): Promise<TaskRow> {
      const next = await write(row, { trashed_at: at })
      note(next, 'trashed', { trashedAt: null }, { trashedAt: at })
      return next
    },
    async restore(row: TaskRow): Promise<TaskRow> {
      const next = await write(row, { trashed_at: null })
      note(next, 'restored', { trashedAt: row.trashed_at }, { trashedAt: null })
      return next
    },
    /** Removes a task and the values of its newest events; `unforgotten` says of which tasks older events are left. */
    async purge(row: TaskRow): Promise<void> {
      await rows.removeTask(row)
      await forget({ taskId: row.id, below: Number.MAX_SAFE_INTEGER })
      countLabels(row.labels, -1)
      note(row, 'purged', null, null)
    },

    unforgotten,
    /** Whether so much has been purged that others should get their turn. */
    isLong: () => forgotten.events >= maxForgotten,
    /** Takes the values out of the next events of a task that is purged. */
    async forgetMore(next: Unforgotten): Promise<void> {
      await rows.lock()
      await forget(next)
      await rows.subtractText(forgotten.bytes)
    },

    async attach(row: TaskRow, file: FileRow): Promise<void> {
      await rows.insertFile(file)
      note(await showFiles(row), 'attached', null, { file: fileOf(file) })
    },
    async reattach(row: TaskRow, file: FileRow): Promise<void> {
      await rows.setFileRemoved(file, null)
      note(await showFiles(row), 'attached', null, { file: fileOf(file) })
    },
    async detach(row: TaskRow, file: FileRow): Promise<void> {
      await rows.setFileRemoved(file, at)
      note(await showFiles(row), 'detached', { file: fileOf(file) }, null)
    },
    async erase(row: TaskRow, file: FileRow): Promise<void> {
      await rows.removeFile(file)
      note(row, 'erased', { file: fileOf(file) }, null)
    },

    /** Corrects the counted text and labels, unless the deck has changed since `before`. */
    async confirmCounts(
      before: Pick<DeckRow, 'last_seq' | 'text_bytes'>,
      textBytes: number,
      labels: LabelChanges,
    ): Promise<void> {
      if (!(await rows.confirmText(before, textBytes))) return
      const corrections = new Map(labels)
      for (const [label, tasks] of await rows.labels.all()) corrections.set(label, (labels.get(label) ?? 0) - tasks)
      await rows.labels.add(corrections)
    },

    /**
     * Writes the events; returns the first and the last of their numbers, or nothing when nothing was changed.
     * Fails with `too_large` when the owner would have too much text or too many labels.
     */
    async finish(actor: string, undoes: number | null): Promise<{ change: number; seq: number } | undefined> {
      if (!lines.length) return undefined
      await writeLabels(undoes !== null)
      const { seq, textBytes } = await rows.takeSeqs(lines.length, bytesOf(lines) - forgotten.bytes)
      const kinds = lines.map(({ kind }) => kind)
      checkText(limits, textBytes, kinds, undoes !== null)
      const change = seq - lines.length + 1
      await rows.append(
        lines.map((line, index) => ({ user_id: owner, seq: change + index, change, undoes, ...line, actor, at })),
      )
      return { change, seq }
    },
  }
}

function bytesOf(lines: Line[]) {
  let bytes = 0
  for (const { before, after } of lines) bytes += Buffer.byteLength(before ?? '') + Buffer.byteLength(after ?? '')
  return bytes
}

/** The columns that follow from the others. */
function derived(row: Omit<TaskRow, 'json' | 'files_json' | 'words'>): Pick<TaskRow, 'json' | 'words'> {
  const task = taskOf(row)
  return { json: JSON.stringify(task), words: searchText(task) }
}

/** Labels are a list; everything else is a plain value. */
function same(one: Changeable[keyof Changeable], other: Changeable[keyof Changeable]) {
  return one === other || (Array.isArray(one) && Array.isArray(other) && one.join() === other.join())
}

export type Draft = ReturnType<typeof openDraft>
