import type { TaskEvent } from '../src/contract/schemas/history.ts'

/** An event of a task; a test gives the fields that it is about. */
export function taskEvent(fields: Partial<TaskEvent> = {}): TaskEvent {
  return {
    seq: 1,
    change: 1,
    undoes: null,
    via: 'session',
    task: 'a',
    kind: 'updated',
    before: null,
    after: null,
    version: 2,
    at: 'now',
    ...fields,
  }
}
