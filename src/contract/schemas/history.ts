import { type Static, Type } from 'typebox'
import { changeMakers, eventKinds, maxListedChanges, maxUndoneTasks } from '../history.ts'
import type { CompletionFile } from './files.ts'
import type { GitReference } from './git.ts'
import type { Note } from './notes.ts'
import type { Receipt } from './receipts.ts'
import { changeNumbers, integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'
import type { Task } from './tasks.ts'

/**
 * The values of the fields that an event changed, before or after it. Null if there are none, or if they were deleted. An event of a file
 * has the file and, unless an older version has recorded it, the `fileCount` of the task. One of a commit, branch or change request has the
 * `reference`, and one of a note the `note`: no values before it if it was added, none after it if it was deleted. If their number changed, it also has the
 * `noteCount` of the task, and if the number of its open questions changed, the `openQuestions`: of a deleted note, as they were before.
 * One of a receipt has the `receipt`, and always the `proof` of the task after it. So has one of a reference that makes a receipt stale, or that no longer does.
 */
export type Values =
  | (Partial<Task> & {
      trashedAt?: string | null
      file?: CompletionFile
      reference?: GitReference
      note?: Note
      receipt?: Receipt
    })
  | null
const values = Type.Unsafe<Values>({ type: ['object', 'null'], additionalProperties: true })

export const taskEvent = Type.Object({
  /** The owner's sequence number, without gaps. An imported history has numbers below 1, because it came before. */
  seq: Type.Integer(),
  /** The number of the change that this event belongs to: the `seq` of its first event. */
  change: Type.Integer(),
  /** The change that this one undoes. */
  undoes: integerOrNull,
  task: Type.String(),
  kind: oneOf(...eventKinds),
  before: values,
  after: values,
  /**
   * How the change was made: `session`, `token:NAME`, `agent:NAME` for an agent with that token, `system` for background jobs, `hook:github:push` for a webhook, `issues:github:acme/app` for the issues of a repository, or `way:ntfy.sh/my-tasks` for a button of a notification. Null for events of
   * older versions. After `imported:`, how it was made where an imported history comes from.
   */
  via: stringOrNull,
  /** The version of the task after the event. */
  version: Type.Integer(),
  at: Type.String(),
})

/** A change in a list: its first event, its author, and the number of its tasks. */
export const listedChange = Type.Intersect([
  taskEvent,
  Type.Object({ by: Type.String(), taskCount: Type.Integer({ minimum: 1 }) }),
])

const change = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** A change as a step of undo or redo, with enough data to describe it to a user. `kind` and the values are those of its
 * first update, or of its first event if it has none. */
export const step = Type.Object({
  /** The change that taking this step reverts. */
  change,
  kind: oneOf(...eventKinds),
  before: values,
  after: values,
  /** The first task of the change, as it is now. */
  task: Type.Object({ _id: Type.String(), number: Type.Integer(), title: Type.String() }),
  /** How many tasks the change touches. */
  taskCount: Type.Integer(),
  /** How the change was made, as in its events. */
  via: stringOrNull,
  at: Type.String(),
  /** The age of the change by the clock of the server, because the client's clock may be wrong. */
  ageMs: Type.Integer(),
})
const done = Type.Object({ message: Type.String(), ...changeNumbers, step })
const stepOrNull = Type.Unsafe<Step | null>({ anyOf: [step, Type.Null()] })

const tokenName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The name of a token, even of a revoked one.',
})
const moment = Type.String({ format: 'date-time', maxLength: 40 })
const period = {
  via: tokenName,
  since: moment,
  until: Type.Optional(
    Type.String({ format: 'date-time', maxLength: 40, description: 'Changes at this moment and later stay.' }),
  ),
}
const namedTask = Type.Object({ _id: Type.String(), number: Type.Integer(), title: Type.String() })

const taskPlaces = ['trash', 'trash again', 'back'] as const
type TaskPlace = (typeof taskPlaces)[number]

/** The effect on one task of undoing the work of a token. Long texts are shortened. */
const taskUndo = Type.Object({
  task: namedTask,
  /** How many changes of the token are undone, at least in part. */
  changes: Type.Integer(),
  /** The fields that change: their values now, and afterwards. */
  before: values,
  after: values,
  /** Whether the task goes to the trash, because the token has added it, goes there again, because the token has restored it, or comes back. */
  place: Type.Unsafe<TaskPlace | null>({ type: ['string', 'null'], enum: [...taskPlaces, null] }),
  /** Notes, files and the like: removed because the token has added them, back because it has removed them, or as they were. */
  others: Type.Array(
    Type.Object({ kind: oneOf(...eventKinds), effect: oneOf('removed', 'back', 'former'), count: Type.Integer() }),
  ),
})

/** Something that is left alone, and the later change that is the reason. */
const leftAlone = Type.Object({
  task: namedTask,
  /** The fields; empty if the whole task is left alone. */
  fields: Type.Array(Type.String()),
  /** The later change: with its new values, of these fields only. */
  event: taskEvent,
})

const tokenUndone = {
  /** How many changes of the token are undone. */
  changes: Type.Integer(),
  taskCount: Type.Integer(),
  leftCount: Type.Integer(),
  left: Type.Array(leftAlone),
  /** How many tasks were deleted for good since, with everything that the token did to them. */
  goneCount: Type.Integer(),
}

export const historySchemas = {
  ofTask: {
    summary:
      'List the changes of a task with author, time and values, newest first. With limit, list some of them, and fewer if their values are large; nextBefore is the before of the next page.',
    params: Type.Object({ id: taskId }),
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.String({
            pattern: '^[1-9]\\d{0,2}$',
            description: 'The maximum number of changes to list, up to 999. Without it, all are listed.',
          }),
        ),
        before: Type.Optional(
          Type.String({
            pattern: '^-?\\d{1,15}$',
            description: 'With limit: list only changes with a smaller seq than this.',
          }),
        ),
      },
      strict,
    ),
    result: Type.Object({
      events: Type.Array(Type.Intersect([taskEvent, Type.Object({ by: Type.String() })])),
      /** Null if there are no older changes. */
      nextBefore: integerOrNull,
    }),
  },
  changes: {
    summary:
      'List the changes of all tasks, newest first: each with its author, its time, its first event and the number of its tasks. A page may be shorter than its limit, even empty, if few changes match; nextBefore is the before of the next page.',
    query: Type.Object(
      {
        limit: Type.Optional(
          Type.String({
            pattern: '^[1-9]\\d{0,2}$',
            description: `The maximum number of changes to list, up to ${maxListedChanges}; 50 if it is absent.`,
          }),
        ),
        before: Type.Optional(
          Type.String({ pattern: '^-?\\d{1,15}$', description: 'List only changes with a smaller number than this.' }),
        ),
        by: Type.Optional(oneOf(...changeMakers)),
        kind: Type.Optional(oneOf(...eventKinds)),
        via: Type.Optional(tokenName),
      },
      strict,
    ),
    result: Type.Object({
      changes: Type.Array(listedChange),
      /** Null if there are no older changes. */
      nextBefore: integerOrNull,
    }),
  },
  steps: {
    summary: 'Get the changes that the next undo and the next redo would revert, or null if there is none',
    result: Type.Object({ undo: stepOrNull, redo: stepOrNull }),
  },
  undo: {
    summary: 'Undo the last change, or the given one. An undo is itself a change.',
    body: Type.Object({ change: Type.Optional(change) }, strict),
    result: done,
  },
  tokenUndo: {
    summary: `See what undoing the work of a token would do: everything that it has changed in a period, task by task, and what is left alone because others have changed it since. Changes nothing. Lists at most ${maxUndoneTasks} tasks.`,
    query: Type.Object(period, strict),
    result: Type.Object({
      ...tokenUndone,
      /** The tasks whose changes are undone, those that the token has changed last first. */
      tasks: Type.Array(taskUndo),
      /** The number of the last change that was looked at. */
      upTo: Type.Integer(),
    }),
  },
  undoToken: {
    summary:
      'Undo the work of a token: everything that it has changed in a period, as one change, which can itself be undone. Tasks that it has added go to the trash. What others have changed since is left alone, and the response names it.',
    body: Type.Object(
      {
        ...period,
        upTo: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: Number.MAX_SAFE_INTEGER,
            description: 'The upTo of a preview: changes that the token has made after it stay.',
          }),
        ),
        except: Type.Optional(
          Type.Array(taskId, { maxItems: maxUndoneTasks, description: 'Tasks that stay as they are.' }),
        ),
      },
      strict,
    ),
    result: Type.Object({ message: Type.String(), ...changeNumbers, ...tokenUndone }),
  },
  redo: { summary: 'Undo the last undo, if nothing was changed after it', result: done },
}

export type Step = Static<typeof step>
export type TaskEvent = Static<typeof taskEvent>
export type TokenUndo = Static<(typeof historySchemas)['tokenUndo']['result']>
export type TaskUndo = Static<typeof taskUndo>
export type LeftAlone = Static<typeof leftAlone>
export type ListedChange = Static<typeof listedChange>
