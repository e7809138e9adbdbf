import type { Step } from '../../contract/schemas/history.ts'
import type { EventRow, TaskRow } from '../database/schema.ts'
import { valuesOf } from './undo.ts'

/** Describes a change as a step of undo or redo; `task` is the task of its first event. */
export function stepOf([first, ...rest]: [EventRow, ...EventRow[]], task: TaskRow, now: number): Step {
  return {
    change: first.change,
    kind: first.kind,
    before: first.before === null ? null : valuesOf(first.before),
    after: first.after === null ? null : valuesOf(first.after),
    task: { _id: task.id, number: task.number, title: task.title },
    taskCount: new Set([first, ...rest].map((event) => event.task_id)).size,
    at: first.at,
    ageMs: Math.max(0, now - Date.parse(first.at)),
  }
}
