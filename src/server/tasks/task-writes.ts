import { AppError } from '../../contract/errors.ts'
import { allFields, isSameValue, type TaskValues, taskFormat } from '../../contract/task-fields.ts'
import type { Database } from '../database/database.ts'
import { hasNumber } from '../database/owner-numbers.ts'
import { preparedInsert, preparedQuery, preparedUpdate } from '../database/prepared.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'
import { inBatches } from '../work/slices.ts'
import { claimAfter } from './claim-check.ts'
import { columnsOf, derivedColumns, type PlainRow, taskColumns, taskOf, valuesOf } from './fields.ts'
import { type LabelLimits, labelCounter } from './labels.ts'
import { linkChecks } from './link-checks.ts'
import { taskBatches } from './task-batch.ts'

/** The columns about the notes of a task. */
type NoteCounts = 'note_count' | 'last_note_number' | 'question_count'
/** The columns that a new task has no values for. */
type Beside = NoteCounts | 'proof'

/** The initial values of a new task. The rest of its row is derived from them. */
export type NewRow = Omit<
  PlainRow,
  'user_id' | 'number' | 'version' | 'trashed_at' | 'position' | 'files_json' | Beside
> & {
  /** Its number by default: a new task is the first on the board. */
  position?: number
}

export type TaskKey = { id: string } | { number: number }
/** A task without its contents. */
export type Identified = Pick<TaskRow, 'id' | 'number' | 'trashed_at'>

const keysAtOnce = 500

/** Called after every write of a task that has or had reminders. */
export type FollowReminders = (draft: Draft, row: TaskRow) => void
const noReminders = '[]'

/** Columns whose texts are searched. */
const searched = new Set(allFields.flatMap(([, { column, search }]) => (search ? column : [])))

/** Whether a write leaves the search words of a row as they are. */
const hasSameWords = ({ json_format, json_version, version }: TaskRow, columns: Partial<TaskRow>) =>
  json_format === taskFormat && json_version === version && !Object.keys(columns).some((name) => searched.has(name))

/** Reads and writes of tasks within a change. Every write records its event. */
export function taskWrites(database: Database, limits: LabelLimits, followReminders: FollowReminders) {
  const insertOne = preparedInsert(database.db, 'tasks', taskColumns)
  const updateOne = preparedUpdate(database.db, 'tasks', ['user_id', 'id'])
  const findById = preparedQuery(database.db, (db, owner: string, id: string) =>
    db.selectFrom('tasks').selectAll().where('user_id', '=', owner).where('id', '=', id),
  )
  const findByNumber = preparedQuery(database.db, (db, owner: string, number: number) =>
    db.selectFrom('tasks').selectAll().where('user_id', '=', owner).where('number', '=', number),
  )
  const countLabels = labelCounter(database, limits)
  const checkLinks = linkChecks()
  const batches = taskBatches()

  /** Writes some columns of a row. */
  async function update(draft: Draft, next: TaskRow, columns: Partial<TaskRow>): Promise<void> {
    if (await batches.write(draft, next, columns)) return
    await updateOne(draft.tx, next, columns)
  }

  /** Writes a new version of a task. */
  async function write(draft: Draft, row: TaskRow, columns: Partial<TaskRow>): Promise<TaskRow> {
    const renewed = claimAfter(draft, row)
    const claim = renewed === undefined ? {} : { claim: renewed }
    const changed = { ...claim, ...columns, version: row.version + 1, updated_at: draft.at }
    const next = { ...row, ...changed }
    const derived = derivedColumns(next, hasSameWords(row, columns) ? row.words : undefined)
    Object.assign(next, derived)
    await update(draft, next, { ...changed, ...derived })
    if (next.reminders !== noReminders || row.reminders !== noReminders) followReminders(draft, next)
    return next
  }

  /** Writes columns that are not fields, without a new version. */
  async function writeBeside(draft: Draft, row: TaskRow, columns: Partial<TaskRow>): Promise<void> {
    const claim = claimAfter(draft, row)
    if (claim === undefined)
      return Object.keys(columns).length ? update(draft, { ...row, ...columns }, columns) : undefined
    const next = { ...row, ...columns, claim }
    await update(draft, next, {
      ...columns,
      claim,
      ...derivedColumns(next, hasSameWords(row, columns) ? row.words : undefined),
    })
  }

  /** Writes columns that are sent with a task, without a new version. */
  function setBeside(draft: Draft, row: TaskRow, columns: Partial<Pick<TaskRow, Beside>>, respectsClaim: boolean) {
    const known = batches.find(draft, row.id) ?? row
    const claim = respectsClaim ? claimAfter(draft, known) : undefined
    const changed = { ...columns, ...(claim === undefined ? {} : { claim }) }
    const next = { ...known, ...changed }
    const derived = derivedColumns(next, hasSameWords(known, {}) ? known.words : undefined)
    return update(draft, { ...next, ...derived }, { ...changed, ...derived })
  }

  return {
    /** A task, whether in the trash or not. */
    async find(draft: Draft, key: TaskKey): Promise<TaskRow | undefined> {
      const loaded = 'id' in key ? batches.find(draft, key.id) : undefined
      if (loaded) return loaded
      const { tx, owner } = draft
      const [row] = await ('id' in key ? findById(tx, owner, key.id) : findByNumber(tx, owner, key.number))
      return row
    },
    /** Loads tasks, for a change of many: until others are loaded, reads and writes of these need no statement of their own. */
    load: batches.load,
    /** Finds tasks by id and by number, in the given order, without their contents. Tasks that do not exist are left out. */
    async identify({ tx, owner }: Pick<Draft, 'tx' | 'owner'>, keys: TaskKey[]): Promise<Identified[]> {
      const byKey = new Map<string | number, Identified>()
      const tasks = tx.selectFrom('tasks').select(['id', 'number', 'trashed_at'])
      for await (const some of inBatches(keys, keysAtOnce)) {
        const ids = some.flatMap((key) => ('id' in key ? key.id : []))
        const numbers = some.flatMap((key) => ('number' in key ? key.number : []))
        const named = tasks.where('user_id', '=', owner).where('id', 'in', ids)
        for (const row of ids.length ? await named.execute() : []) byKey.set(row.id, row)
        const numbered = numbers.length ? await tasks.where(hasNumber(tx, owner, numbers)).execute() : []
        for (const row of numbered) byKey.set(row.number, row)
      }
      return keys.flatMap((key) => byKey.get('id' in key ? key.id : key.number) ?? [])
    },
    /** The tasks next to a place on the board, nearest first, except those in the trash. */
    beside: (
      { tx, owner }: Draft,
      { position, number }: Pick<TaskRow, 'position' | 'number'>,
      way: 'above' | 'below',
      limit: number,
    ): Promise<TaskRow[]> => {
      const order = way === 'above' ? 'asc' : 'desc'
      return tx
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', owner)
        .where('trashed_at', 'is', null)
        .where((row) =>
          row(row.refTuple('position', 'number'), way === 'above' ? '>' : '<', row.tuple(position, number)),
        )
        .orderBy('position', order)
        .orderBy('number', order)
        .limit(limit)
        .execute()
    },

    /** Adds tasks, numbered in the given order. Fails with `conflict` if one of the ids that the client has chosen is taken. */
    async create(draft: Draft, tasks: NewRow[], chosenIds: string[] = []): Promise<TaskRow[]> {
      const { tx, owner } = draft
      const lastNumber = await draft.takeNumbers(tasks.length)
      if (chosenIds.length) await refuseTaken(draft, chosenIds)
      const rows = tasks.map((task, index): TaskRow => {
        const number = lastNumber - tasks.length + 1 + index
        const row = {
          ...task,
          user_id: owner,
          number,
          version: 1,
          trashed_at: null,
          position: task.position ?? number,
          files_json: '[]',
          note_count: 0,
          last_note_number: 0,
          question_count: 0,
          proof: null,
        }
        return { ...row, ...derivedColumns(row) }
      })
      const [only] = rows
      if (only && rows.length === 1) await insertOne(tx, only)
      else await tx.insertInto('tasks').values(rows).execute()
      for (const row of rows) {
        const { id, json, version, labels } = row
        countLabels(draft, labels, 1)
        checkLinks(draft, row)
        if (row.reminders !== noReminders) followReminders(draft, row)
        draft.record({ subject: id, kind: 'created', before: null, after: json, version })
      }
      return rows
    },
    /** Adds tasks as they are, with their numbers and everything beside their fields, which other writes add. Their links are not checked. */
    async insertWhole(draft: Draft, rows: TaskRow[]): Promise<void> {
      await draft.tx.insertInto('tasks').values(rows).execute()
      for (const row of rows) {
        const { id, version, labels, trashed_at: trashedAt } = row
        countLabels(draft, labels, 1)
        if (row.reminders !== noReminders) followReminders(draft, row)
        draft.record({ subject: id, kind: 'created', before: null, after: JSON.stringify(taskOf(row)), version })
        if (trashedAt) draft.record(eventOf(row, 'trashed', { trashedAt: null }, { trashedAt }))
      }
    },
    /** Sets fields. Records nothing if the task already has these values. */
    async set(draft: Draft, row: TaskRow, values: Partial<TaskValues>): Promise<TaskRow> {
      const before = valuesOf(row)
      const after = { ...before, ...values }
      const changed = allFields.filter(([name]) => !isSameValue(before[name], after[name]))
      if (!changed.length) {
        draft.mention(row.id)
        return row
      }
      const only = (all: TaskValues) => Object.fromEntries(changed.map(([name]) => [name, all[name]]))
      const next = await write(draft, row, columnsOf(only(after)))
      if (next.labels !== row.labels) {
        countLabels(draft, row.labels, -1)
        countLabels(draft, next.labels, 1)
      }
      checkLinks(draft, next, row)
      draft.record(eventOf(next, 'updated', only(before), only(after)))
      return next
    },
    /** Replaces the list of files that is sent with a task. Creates no new version, because the list is not a field of the task. */
    setFiles: (draft: Draft, row: TaskRow, files_json: string) =>
      writeBeside(draft, batches.find(draft, row.id) ?? row, { files_json }),
    /** For a write beside the fields, such as a note: fails with `held` like every write, and renews the claim of its author. */
    touch: (draft: Draft, row: TaskRow) => writeBeside(draft, row, {}),
    /**
     * Sets the numbers of notes and open questions that are sent with a task. Like `touch`, unless the author need not hold the task, and creates
     * no new version, because they are not fields of the task.
     */
    setNotes: (draft: Draft, row: TaskRow, counts: Partial<Pick<TaskRow, NoteCounts>>, respectsClaim = true) =>
      setBeside(draft, row, counts, respectsClaim),
    /** Sets the newest receipts that are sent with a task, like `setNotes`. */
    setProof: (draft: Draft, row: TaskRow, proof: string | null, respectsClaim: boolean) =>
      setBeside(draft, row, { proof }, respectsClaim),
    async trash(draft: Draft, row: TaskRow): Promise<TaskRow> {
      const next = await write(draft, row, { trashed_at: draft.at })
      draft.record(eventOf(next, 'trashed', { trashedAt: null }, { trashedAt: draft.at }))
      return next
    },
    async restore(draft: Draft, row: TaskRow): Promise<TaskRow> {
      const next = await write(draft, row, { trashed_at: null })
      draft.record(eventOf(next, 'restored', { trashedAt: row.trashed_at }, { trashedAt: null }))
      return next
    },
    /** Removes a task for good, with its files' rows and the values of its newest events. */
    async purge(draft: Draft, row: TaskRow): Promise<void> {
      const { user_id, id, labels, version } = row
      if (row.reminders !== noReminders) followReminders(draft, { ...row, trashed_at: draft.at })
      await draft.tx.deleteFrom('tasks').where('user_id', '=', user_id).where('id', '=', id).execute()
      await draft.forget(id)
      countLabels(draft, labels, -1)
      draft.record({ subject: id, kind: 'purged', before: null, after: null, version })
    },
  }
}

export type TaskWrites = ReturnType<typeof taskWrites>

/** Fails with `conflict` if one of these ids of new tasks is given twice. */
export function refuseRepeated(ids: string[]): void {
  const known = new Set<string>()
  for (const id of ids) {
    if (known.has(id)) throw new AppError('conflict', `The id ${id} is given twice. Nothing was created.`)
    known.add(id)
  }
}

/** An id is never used again, not even that of a task that was deleted for good: its log still exists. */
async function refuseTaken({ log }: Draft, ids: string[]): Promise<void> {
  refuseRepeated(ids)
  const [taken] = await log.knownSubjects(ids)
  if (taken) throw new AppError('conflict', `You already have or had a task with the id ${taken}. Nothing was created.`)
}

function eventOf({ id, version }: TaskRow, kind: 'updated' | 'trashed' | 'restored', before: object, after: object) {
  return { subject: id, kind, before: JSON.stringify(before), after: JSON.stringify(after), version }
}
