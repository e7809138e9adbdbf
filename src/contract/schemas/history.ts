import { type Static, Type } from 'typebox'
import { eventKinds } from '../history.ts'
import type { CompletionFile } from './files.ts'
import { integerOrNull, oneOf, strict, stringOrNull } from './parts.ts'
import { taskId } from './task-id.ts'
import type { Task } from './tasks.ts'

/** The fields that an event is about, as they were or became. Null where there is nothing to say, or nothing left. */
export type Values = (Partial<Task> & { trashedAt?: string | null; file?: CompletionFile }) | null
const values = Type.Unsafe<Values>({ type: ['object', 'null'], additionalProperties: true })

export const taskEvent = Type.Object({
  /** Counted per owner, without a gap. */
  seq: Type.Integer(),
  /** What was done in one go has one number: the first `seq` of it. */
  change: Type.Integer(),
  /** The change that this one takes back. */
  undoes: integerOrNull,
  task: Type.String(),
  kind: oneOf(...eventKinds),
  before: values,
  after: values,
  /** How the change came about: `session`, or `system` for the housekeeping. Null for events of older versions. */
  via: stringOrNull,
  /** The task's version from then on. */
  version: Type.Integer(),
  at: Type.String(),
})

const change = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A change as a step of undo or redo: enough to name it to a person. `kind` and the values are those of its first event. */
const step = Type.Object({
  /** The change that taking this step reverts. */
  change,
  kind: oneOf(...eventKinds),
  before: values,
  after: values,
  /** The first task of the change, as it is now. */
  task: Type.Object({ _id: Type.String(), number: Type.Integer(), title: Type.String() }),
  /** How many tasks the change touches. */
  taskCount: Type.Integer(),
  at: Type.String(),
  /** How long ago that is by the clock of the server, whatever the clock of the client says. */
  ageMs: Type.Integer(),
})
const done = Type.Object({ message: Type.String(), change: integerOrNull, step })
const stepOrNull = Type.Unsafe<Step | null>({ anyOf: [step, Type.Null()] })

export const historySchemas = {
  ofTask: {
    summary: 'Who changed what, when, from what to what; newest first',
    params: Type.Object({ id: taskId }),
    result: Type.Object({ events: Type.Array(Type.Intersect([taskEvent, Type.Object({ by: Type.String() })])) }),
  },
  steps: {
    summary: 'What the next undo and the next redo would revert; null where there is nothing left',
    result: Type.Object({ undo: stepOrNull, redo: stepOrNull }),
  },
  undo: {
    summary: 'Undo the last change, or the one that is named; an undo is a change too',
    body: Type.Object({ change: Type.Optional(change) }, strict),
    result: done,
  },
  redo: { summary: 'Undo the last undo, when nothing was changed after it', result: done },
}

export type Step = Static<typeof step>
export type TaskEvent = Static<typeof taskEvent>
