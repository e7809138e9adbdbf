import { type Static, Type } from 'typebox'
import { eventKinds } from '../history.ts'
import type { CompletionFile } from './files.ts'
import { integerOrNull, oneOf, strict } from './parts.ts'
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
  /** The task's version from then on. */
  version: Type.Integer(),
  at: Type.String(),
})

const change = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const done = Type.Object({ message: Type.String(), change: integerOrNull })

export const historySchemas = {
  ofTask: {
    summary: 'Who changed what, when, from what to what; newest first',
    params: Type.Object({ id: taskId }),
    result: Type.Object({ events: Type.Array(Type.Intersect([taskEvent, Type.Object({ by: Type.String() })])) }),
  },
  undo: {
    summary: 'Undo the last change, or the one that is named; an undo is a change too',
    body: Type.Object({ change: Type.Optional(change) }, strict),
    result: done,
  },
  redo: { summary: 'Undo the last undo, when nothing was changed after it', result: done },
}

export type TaskEvent = Static<typeof taskEvent>
