import type { ConflictChoice, ImportedTask } from '../../contract/imports.ts'
import { type LinkValues, linkedIds } from '../../contract/links.ts'
import type { NewTask } from '../../contract/schemas/tasks.ts'
import { changedValues, newValues } from '../../contract/task-changes.ts'
import { type FieldName, settableFields, type TaskValues, taskFields } from '../../contract/task-fields.ts'
import { linkKinds, taskLimits } from '../../contract/tasks.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { inBatches, pauses } from '../work/slices.ts'
import type { addingTasks } from './adding.ts'
import { valuesOf } from './fields.ts'
import { followingTasks } from './following.ts'
import { mergeImported, type ReadBudget } from './merge.ts'
import { tasksAtOnce } from './task-batch.ts'
import { keyOf } from './task-ids.ts'
import type { Identified, NewRow, TaskWrites } from './task-writes.ts'
import { checkCriteria, checkRepeats, newRow, withCleanRepeat, withKnownCriteria } from './values.ts'

/** A task of an import with its line. */
export interface ImportLine {
  line: number
  task: ImportedTask
}

export interface LineProblem {
  line: number
  message: string
}

export interface Imported {
  created: number
  updated: number
  unchanged: number
  problems: LineProblem[]
  remarks: LineProblem[]
  /** The lines of tasks that are here already. */
  here: { changed: number[]; same: number[]; trashed: number[]; gone: number[]; conflicts: number[] }
}

/** Remembers the values of tasks at their source. */
export interface SourceMemory {
  /** Finds what is remembered of these tasks, by their ids. */
  find(draft: Draft, ids: string[]): Promise<ReadonlyMap<string, Remembered>>
  /** Remembers the values of these tasks. */
  keep(draft: Draft, tasks: { id: string; values: Partial<TaskValues> }[], known: readonly string[]): Promise<void>
}

/** The fields of a task that are remembered, and their values as far as they are known. */
interface Remembered {
  names: (keyof TaskValues)[]
  valuesLike(...given: Partial<TaskValues>[]): Partial<TaskValues>
}

export interface ImportChoices {
  conflicts: ConflictChoice
  /** Whether tasks are brought back from the trash. */
  restores: boolean
  /** For tasks of another program: a field changes if it has changed there. */
  sources?: SourceMemory | undefined
  /** Ends the import, which then changes nothing. */
  stop?: AbortSignal | undefined
  /** Called with the number of tasks that are done. */
  onProgress?: ((done: number) => void) | undefined
}

/** How much of the log an import reads to merge its tasks. Values of older versions count as unknown. */
const maxRead: ReadBudget = { events: 40_000, characters: 16_000_000 }

/** How long tasks are computed before other requests run. */
const maxComputingMs = 5

/** Few enough that computing their rows does not block others. */
const rowsAtOnce = 50

type Dependencies = Parameters<typeof followingTasks>[0] & {
  writes: TaskWrites
  addRows: ReturnType<typeof addingTasks>['addRows']
}

/** Creates and changes tasks with ids that are known before, within a change. */
export function importingTasks({ addRows, ...dependencies }: Dependencies) {
  const { writes } = dependencies

  return async (draft: Draft, lines: ImportLine[], choices: ImportChoices): Promise<Imported> => {
    const { conflicts, restores, sources, stop, onProgress } = choices
    draft.answerNames([])
    const here: Imported['here'] = { changed: [], same: [], trashed: [], gone: [], conflicts: [] }
    const result: Imported = { created: 0, updated: 0, unchanged: 0, problems: [], remarks: [], here }
    const isDone = (count: number) => {
      stop?.throwIfAborted()
      onProgress?.(count)
    }
    const known = await identified(draft, lines)
    const isGone = await goneIds(draft, lines, known)
    /** A task that was deleted here stays deleted, whatever its source says. */
    const deletedAs = ({ line, task: { _id } }: ImportLine) => {
      const row = known.get(_id)
      if (row?.trashed_at) here.trashed.push(line)
      if (row?.trashed_at && !restores) return `#${row.number} is in the trash, and is left out.`
      if (isGone.has(_id)) here.gone.push(line)
      return isGone.has(_id) ? 'This task was deleted for good, and is left out.' : undefined
    }
    const accepted = lines.filter(({ line, task }) => {
      const deleted = deletedAs({ line, task })
      if (deleted) result.remarks.push({ line, message: deleted })
      else if (!known.has(task._id) && task.title === undefined)
        result.problems.push({ line, message: 'title is required.' })
      else return true
      return false
    })
    const own = new Set(accepted.map(({ task }) => task._id))
    const linked = (line: ImportLine) => withKnownLinks(line, own, known, result.remarks)
    const fresh = accepted.filter(({ task }) => !known.has(task._id))
    for await (const some of inBatches(fresh, rowsAtOnce)) {
      const tasks = some.map(linked)
      const rows = tasks.map((task) => rowOfNew(task, draft.at))
      await addRows(
        draft,
        rows,
        rows.map(({ id }) => id),
      )
      await sources?.keep(draft, tasks.map(atSource), [])
      result.created += rows.length
      isDone(result.created)
    }
    const following = followingTasks(dependencies, draft, undefined)
    const budget = { ...maxRead }
    const pause = pauses(maxComputingMs)
    for await (const some of inBatches(
      accepted.filter(({ task }) => known.has(task._id)),
      tasksAtOnce,
    )) {
      const ids = some.map(({ task }) => task._id)
      await writes.load(draft, ids)
      const remembered = await sources?.find(draft, ids)
      const edits = []
      const tasks: ImportedTask[] = []
      const lineOf = new Map(some.map(({ line, task }) => [task._id, line]))
      const restored = new Set<string>()
      for (const line of some) {
        await pause()
        const found = await writes.find(draft, { id: line.task._id })
        const row = found?.trashed_at ? await writes.restore(draft, found) : found
        if (row && found !== row) restored.add(row.id)
        if (!row) continue
        const task = linked(line)
        tasks.push(task)
        const source = remembered?.get(row.id)
        const wanted = wantedOf(source ? { ...initialOf(source.names), ...task } : task, row, draft.at)
        // Without memory, nothing says which side has changed a field.
        const base = sources && (source?.valuesLike(wanted, valuesOf(row)) ?? {})
        edits.push({ row, wanted, version: task.version, ...(base ? { base } : {}) })
      }
      const { merged, conflicts: found } = await mergeImported(draft, edits, conflicts, budget)
      for (const { task, fields } of found) {
        const line = lineOf.get(task._id) ?? 0
        here.conflicts.push(line)
        result.remarks.push({ line, message: conflictRemark(task.number, fields, conflicts) })
      }
      for (const { row, values } of merged) {
        await pause()
        const changed = await following.set(row, values, undefined)
        const isSame = changed.version === row.version && !restored.has(row.id)
        result[isSame ? 'unchanged' : 'updated']++
        here[isSame ? 'same' : 'changed'].push(lineOf.get(row.id) ?? 0)
      }
      await sources?.keep(draft, tasks.map(atSource), [...(remembered?.keys() ?? [])])
      await addRows(draft, ...following.take())
      isDone(result.created + result.unchanged + result.updated)
    }
    return result
  }

  /** The tasks that the lines and their links name, in or outside the trash. */
  async function identified(draft: Draft, lines: ImportLine[]): Promise<Map<string, Identified>> {
    const ids = new Set(lines.map(({ task }) => task._id))
    const names = lines.flatMap(({ task }) => linkKinds.flatMap((kind) => linkedIds(task as LinkValues, kind)))
    const all = [...new Set([...ids, ...names])]
    const found = await writes.identify(
      draft,
      all.map((name) => keyOf(name)),
    )
    const byName = new Map<string, Identified>()
    for (const task of found) byName.set(task.id, task).set(`${task.number}`, task)
    return byName
  }

  /** The ids of tasks that were deleted for good. */
  async function goneIds({ log }: Draft, lines: ImportLine[], known: ReadonlyMap<string, Identified>) {
    const unknown = lines.flatMap(({ task }) => (known.has(task._id) ? [] : task._id))
    const gone = new Set<string>()
    for await (const some of inBatches(unknown, tasksAtOnce))
      for (const id of await log.knownSubjects(some)) gone.add(id)
    return gone
  }
}

/** The task with the ids of those that its links name. Links to unknown tasks, to those in the trash and to itself are left out. */
function withKnownLinks(
  { line, task }: ImportLine,
  own: ReadonlySet<string>,
  known: ReadonlyMap<string, Identified>,
  remarks: LineProblem[],
): ImportedTask {
  const resolve = (kind: (typeof linkKinds)[number]) =>
    linkedIds(task as LinkValues, kind).flatMap((name) => {
      const found = known.get(name.replace(/^#/, ''))
      const id = own.has(name) ? name : found && !found.trashed_at ? found.id : undefined
      if (id !== undefined && id !== task._id) return id
      remarks.push({ line, message: `A link (${kind}) is left out, because its task does not exist.` })
      return []
    })
  return {
    ...task,
    ...(task.partOf === undefined ? {} : { partOf: resolve('part of')[0] ?? null }),
    ...(task.blockedBy === undefined ? {} : { blockedBy: resolve('blocked by').slice(0, taskLimits.links) }),
    ...(task.related === undefined ? {} : { related: resolve('related').slice(0, taskLimits.links) }),
  }
}

/** The values of a task as its source gives them. */
function atSource({ _id, ...task }: ImportedTask): { id: string; values: Partial<TaskValues> } {
  const values = newValues(withCleanRepeat(task) as NewTask, '') as Partial<TaskValues>
  return { id: _id, values: Object.fromEntries(Object.entries(values).filter(([name]) => name in task)) }
}

/** The values of fields that a source has no longer. */
const initialOf = (names: (keyof TaskValues)[]): Partial<ImportedTask> =>
  Object.fromEntries(settableFields.flatMap(([name, { initial }]) => (names.includes(name) ? [[name, initial]] : [])))

/** What becomes of fields that were changed both here and at the source. */
function conflictRemark(number: number, fields: FieldName[], choice: ConflictChoice): string {
  const names = fields.map((name) => taskFields[name].name).join(', ')
  const what = `was changed both here and in the file (${names})`
  return `#${number} ${what}: ${choice === 'replace' ? 'the values of the file replace those here.' : 'it stays as it is here.'}`
}

/** The row of a new task, with the times of its source. */
function rowOfNew({ _id, version: _, number: __, createdAt, completedAt, ...task }: ImportedTask, now: string): NewRow {
  const row = newRow(_id, task as NewTask, now)
  const past = (time: string) => {
    const iso = new Date(time).toISOString()
    return iso < now ? iso : now
  }
  return {
    ...row,
    ...(createdAt === undefined ? {} : { created_at: past(createdAt) }),
    ...(completedAt === undefined || row.status !== 'Completed' ? {} : { completed_at: past(completedAt) }),
  }
}

/** The values that an import sets on a task that exists. */
function wantedOf(task: ImportedTask, row: TaskRow, now: string) {
  const { _id, number, version, createdAt, completedAt, status, ...rest } = task
  const before = valuesOf(row)
  // A status that stays must not end the claim of a holder.
  const values = status === undefined || status === before.status ? rest : { ...rest, status }
  checkCriteria(values)
  const wanted = changedValues(withKnownCriteria(withCleanRepeat(values), before), before, now)
  checkRepeats({ ...before, ...wanted }, before)
  return wanted
}
