import type { SelectQueryBuilder } from 'kysely'
import type { Schema, TaskRow } from '../database/schema.ts'

/** The task of a note, as far as the readers of notes must know it. */
export type TaskOfNote = Pick<TaskRow, 'number' | 'title' | 'status' | 'claim' | 'trashed_at'>

/** Adds the task of each note to a read of notes, in columns of other names. */
export function joinTask(notes: SelectQueryBuilder<Schema, 'notes', object>) {
  return notes
    .innerJoin('tasks', (on) => on.onRef('tasks.user_id', '=', 'notes.user_id').onRef('tasks.id', '=', 'notes.task_id'))
    .select([
      'tasks.number as task_number',
      'tasks.title as task_title',
      'tasks.status as task_status',
      'tasks.claim as task_claim',
      'tasks.trashed_at as task_trashed_at',
    ])
}

type Joined = { [Name in keyof TaskOfNote as `task_${Name}`]: TaskOfNote[Name] }

/** The task in a row, and the rest of the row. */
export function divideTask<Rest extends Joined>(row: Rest): { task: TaskOfNote; rest: Omit<Rest, keyof Joined> } {
  const { task_number: number, task_title: title, task_status: status, task_claim, task_trashed_at, ...rest } = row
  return { task: { number, title, status, claim: task_claim, trashed_at: task_trashed_at }, rest }
}
