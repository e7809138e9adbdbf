import type { Step } from '../../contract/schemas/history.ts'
import type { Outline } from './change-reads.ts'
import type { Subject } from './event-kinds.ts'

/** Describes a change as a step of undo or redo; `subject` is that of its main event. */
export function stepOf({ main, subjectCount }: Outline, subject: Subject, now: number): Step {
  return {
    change: main.change,
    kind: main.kind,
    before: main.before === null ? null : JSON.parse(main.before),
    after: main.after === null ? null : JSON.parse(main.after),
    task: subject,
    taskCount: subjectCount,
    via: main.via,
    at: main.at,
    ageMs: Math.max(0, now - Date.parse(main.at)),
  }
}
