import type { Step } from '../../contract/schemas/history.ts'
import type { EventRow } from '../database/schema.ts'
import type { Subject } from './event-kinds.ts'

/** Describes a change as a step of undo or redo; `subject` is that of its first event. */
export function stepOf([first, ...rest]: [EventRow, ...EventRow[]], subject: Subject, now: number): Step {
  return {
    change: first.change,
    kind: first.kind,
    before: first.before === null ? null : JSON.parse(first.before),
    after: first.after === null ? null : JSON.parse(first.after),
    task: subject,
    taskCount: new Set([first, ...rest].map((event) => event.task_id)).size,
    at: first.at,
    ageMs: Math.max(0, now - Date.parse(first.at)),
  }
}
