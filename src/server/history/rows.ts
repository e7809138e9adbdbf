import { type Kysely, sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import { keptInsert, keptQuery } from '../database/prepared.ts'
import type { DeckRow, EventRow, FileRow, Schema, TaskRow } from '../database/schema.ts'
import { bytesOfValues } from './event-table.ts'
import { labelTable } from './label-table.ts'

const emptyDeck = { last_number: 0, last_seq: 0, removed_at: null, text_bytes: 0, counted_seq: 0 }

export type TaskKey = { id: string } | { number: number }

/** The statements that a new task needs, compiled once: building them anew costs more than running them. */
export function keptStatements(db: Kysely<Schema>) {
  return {
    /** Takes the owner's next numbers for new tasks; returns the last of them. */
    takeNumbers: keptQuery(db, (query, owner: string, count: number) =>
      query
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, last_number: count })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet((row) => ({ last_number: row('decks.last_number', '+', count) })),
        )
        .returning(['last_number', 'removed_at']),
    ),
    /** Takes the owner's next sequence numbers and counts the text of their events; returns the last number and all text. */
    takeSeqs: keptQuery(db, (query, owner: string, count: number, bytes: number) =>
      query
        .updateTable('decks')
        .set((row) => ({ last_seq: row('last_seq', '+', count), text_bytes: row('text_bytes', '+', bytes) }))
        .where('user_id', '=', owner)
        .returning(['last_seq', 'text_bytes']),
    ),
    task: keptInsert(db, 'tasks', {
      user_id: true,
      id: true,
      number: true,
      title: true,
      description: true,
      priority: true,
      due_date: true,
      status: true,
      version: true,
      created_at: true,
      updated_at: true,
      completed_at: true,
      trashed_at: true,
      labels: true,
      position: true,
      words: true,
      json: true,
      files_json: true,
    }),
    event: keptInsert(db, 'events', {
      user_id: true,
      seq: true,
      change: true,
      undoes: true,
      task_id: true,
      kind: true,
      before: true,
      after: true,
      version: true,
      actor: true,
      at: true,
    }),
  }
}

export type KeptStatements = ReturnType<typeof keptStatements>

/** Many rows go in parts: an engine takes only so many values in one statement. */
const rowsAtOnce = 500
/** Tasks are large: this many are removed before other users' writes get their turn. */
const tasksErasedAtOnce = 200

/** A slice of forgotten events; `below` says where the next one begins, if there is one. */
interface Forgotten {
  events: number
  bytes: number
  below: number | undefined
}

const removed = () => new AppError('not_signed_in', 'This account does not exist any more.')

/**
 * The rows of one owner, within a transaction. Every statement that writes tasks, their files and the log is here, and here only,
 * and is reached through draft.ts alone: a test holds both.
 */
export function ownRows(tx: Kysely<Schema>, owner: string, kept: KeptStatements) {
  const deck = tx.updateTable('decks').where('user_id', '=', owner)
  const labels = labelTable(tx, owner)
  const files = tx.selectFrom('files').selectAll().where('user_id', '=', owner)
  return {
    /** Until the transaction ends, others that want to change this owner's tasks wait. Fails when the account is deleted. */
    async lock(): Promise<void> {
      const [locked] = await deck
        .set((row) => ({ last_seq: row.ref('last_seq') }))
        .returning('removed_at')
        .execute()
      if (locked?.removed_at) throw removed()
    },
    /** From the end of this transaction on, nothing of this owner is changed any more. */
    close: (removed_at: number) =>
      tx
        .insertInto('decks')
        .values({ ...emptyDeck, user_id: owner, removed_at })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ removed_at }))
        .execute(),
    /** Removes a limited part of what an owner has; returns false when nothing is left. The files' rows go with their tasks. */
    async eraseSlice(): Promise<boolean> {
      const events = tx.selectFrom('events').select('seq').where('user_id', '=', owner).limit(rowsAtOnce)
      const lines = tx.deleteFrom('events').where('user_id', '=', owner).where('seq', 'in', events)
      if ((await lines.executeTakeFirst()).numDeletedRows) return true
      const some = tx.selectFrom('tasks').select('id').where('user_id', '=', owner).limit(tasksErasedAtOnce)
      const tasks = tx.deleteFrom('tasks').where('user_id', '=', owner).where('id', 'in', some)
      if ((await tasks.executeTakeFirst()).numDeletedRows) return true
      return (await labels.removeAll()).numDeletedRows > 0n
    },
    async takeSeqs(count: number, bytes: number): Promise<{ seq: number; textBytes: number }> {
      const [taken] = await kept.takeSeqs(tx, owner, count, bytes)
      if (!taken) throw new Error('no sequence numbers were taken')
      return { seq: taken.last_seq, textBytes: taken.text_bytes }
    },
    async takeNumbers(count: number): Promise<number> {
      const [taken] = await kept.takeNumbers(tx, owner, count)
      if (!taken) throw new Error('no numbers were taken')
      if (taken.removed_at) throw removed()
      return taken.last_number
    },

    /** A task, whether in the trash or not. */
    task: (key: TaskKey): Promise<TaskRow | undefined> =>
      tx
        .selectFrom('tasks')
        .selectAll()
        .where('user_id', '=', owner)
        .where((row) => ('id' in key ? row('id', '=', key.id) : row('number', '=', key.number)))
        .executeTakeFirst(),
    /** The tasks next to a place on the board, nearest first, except those in the trash. */
    tasksBeside: (
      { position, number }: Pick<TaskRow, 'position' | 'number'>,
      way: 'above' | 'below',
      limit: number,
    ) => {
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
    async insertTasks(rows: TaskRow[]): Promise<void> {
      const [only] = rows
      if (only && rows.length === 1) await kept.task(tx, only)
      else await tx.insertInto('tasks').values(rows).execute()
    },
    updateTask: ({ user_id, id }: TaskRow, columns: Partial<TaskRow>) =>
      tx.updateTable('tasks').set(columns).where('user_id', '=', user_id).where('id', '=', id).execute(),
    removeTask: ({ user_id, id }: TaskRow) =>
      tx.deleteFrom('tasks').where('user_id', '=', user_id).where('id', '=', id).execute(),

    /** A file, whether in the trash or not. */
    file: (taskId: string, id: string): Promise<FileRow | undefined> =>
      files.where('task_id', '=', taskId).where('id', '=', id).executeTakeFirst(),
    filesOf: (taskId: string): Promise<FileRow[]> =>
      files.where('task_id', '=', taskId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    insertFile: (row: FileRow) => tx.insertInto('files').values(row).execute(),
    setFileRemoved: ({ user_id, task_id, id }: FileRow, removed_at: string | null) =>
      tx
        .updateTable('files')
        .set({ removed_at })
        .where('user_id', '=', user_id)
        .where('task_id', '=', task_id)
        .where('id', '=', id)
        .execute(),
    removeFile: ({ user_id, task_id, id }: FileRow) =>
      tx
        .deleteFrom('files')
        .where('user_id', '=', user_id)
        .where('task_id', '=', task_id)
        .where('id', '=', id)
        .execute(),

    async append(events: EventRow[]): Promise<void> {
      const [only] = events
      if (only && events.length === 1) return kept.event(tx, only)
      for (let first = 0; first < events.length; first += rowsAtOnce) {
        await tx
          .insertInto('events')
          .values(events.slice(first, first + rowsAtOnce))
          .execute()
      }
    },
    /** Takes the values out of the events of a task, newest first, as many at a time as others can wait for. */
    async forgetValues(taskId: string, below: number): Promise<Forgotten> {
      const events = await tx
        .selectFrom('events')
        .where('user_id', '=', owner)
        // A range, where `=` would say the same: see event-table.ts.
        .where('task_id', '>=', taskId)
        .where(sql<boolean>`(task_id, seq) < (${taskId}, ${below})`)
        .orderBy('task_id', 'desc')
        .orderBy('seq', 'desc')
        .limit(rowsAtOnce)
        .select(['seq', bytesOfValues.as('bytes')])
        .execute()
      const seqs = events.map(({ seq }) => seq)
      const cleared = tx.updateTable('events').set({ before: null, after: null }).where('user_id', '=', owner)
      if (seqs.length) await cleared.where('seq', 'in', seqs).execute()
      const bytes = events.reduce((sum, event) => sum + event.bytes, 0)
      return { events: seqs.length, bytes, below: seqs.length < rowsAtOnce ? undefined : seqs.at(-1) }
    },
    /** Counts text that is gone without a change. */
    subtractText: (bytes: number) => deck.set((row) => ({ text_bytes: row('text_bytes', '-', bytes) })).execute(),
    labels,
    /** Sets what an owner's text was counted to be, unless the deck is not as it was before. Returns whether it was set. */
    async confirmText(before: Pick<DeckRow, 'last_seq' | 'text_bytes'>, text_bytes: number): Promise<boolean> {
      const confirmed = deck
        .set({ text_bytes, counted_seq: before.last_seq })
        .where('last_seq', '=', before.last_seq)
        .where('text_bytes', '=', before.text_bytes)
      return (await confirmed.executeTakeFirst()).numUpdatedRows > 0n
    },
  }
}
