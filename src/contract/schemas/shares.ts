import { type Static, Type } from 'typebox'
import { labelColours } from '../labels.ts'
import { shareKinds, shareLimits, shareParts } from '../shares.ts'
import { priorities, statuses } from '../tasks.ts'
import { integerOrNull, oneOf, strict, stringOrNull } from './shapes.ts'
import { taskId } from './task-id.ts'

const part = oneOf(...shareParts)
const parts = Type.Array(part, {
  uniqueItems: true,
  maxItems: shareParts.length,
  description: 'What is shown besides titles and status. Files and notes are shown only if they are named here.',
})
const choices = Type.Array(Type.String({ format: 'choice' }), { maxItems: shareLimits.choices, uniqueItems: true })

/** A question to the reader of a shared task. Without choices, the answer is a text. */
const question = Type.Object({ text: Type.String(), choices: Type.Array(Type.String()) })
const newQuestion = Type.Object(
  {
    text: Type.String({ format: 'share-question' }),
    choices: Type.Optional(choices),
  },
  strict,
)
const questionOrNull = Type.Unsafe<ShareQuestion | null>({ anyOf: [question, Type.Null()] })

const target = Type.Object({
  /** The id of the saved view or of the task. */
  _id: Type.String(),
  /** The number of the task; absent for a view. */
  number: Type.Optional(Type.Integer()),
  title: Type.String(),
})
const answer = Type.Object({ text: Type.String(), at: Type.String() })

export const share = Type.Object({
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(...shareKinds),
  /** Null if the view was deleted, or the task is not there any more. Then the link does not work. */
  target: Type.Unsafe<Static<typeof target> | null>({ anyOf: [target, Type.Null()] }),
  parts: Type.Array(part),
  question: questionOrNull,
  /** The answer of a visitor. */
  answered: Type.Unsafe<Static<typeof answer> | null>({ anyOf: [answer, Type.Null()] }),
  createdAt: Type.String(),
  /** How it was made, as in the events of a task. */
  via: Type.String(),
  /** For how many days the address works from when it is made; null: until it is revoked. */
  days: integerOrNull,
  expiresAt: stringOrNull,
  /** How often the page was opened, and when last, both as of a few seconds ago. */
  visits: Type.Integer(),
  visitedAt: stringOrNull,
})

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
const message = Type.String()
const path = Type.String({
  description: 'The secret address on this server, such as /taskdeck/link/#SECRET. It is never shown again.',
})
const days = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  minimum: 1,
  maximum: shareLimits.days,
  description: 'For how many days the address works. null: until it is revoked.',
})
const name = Type.String({ format: 'share-name', description: 'Your name for the link, which readers do not see.' })

/** A task on a shared page, with the fields that are shown. */
const sharedTask = Type.Object({
  title: Type.String(),
  status: oneOf(...statuses),
  due: Type.Optional(stringOrNull),
  completed: Type.Optional(stringOrNull),
  priority: Type.Optional(oneOf(...priorities)),
  labels: Type.Optional(Type.Array(Type.String())),
  /** The title of the task that it is a part of, if that one is on the page as well. */
  parent: Type.Optional(Type.String()),
})
const sharedNote = Type.Object({
  by: Type.String(),
  at: Type.String(),
  text: Type.String(),
  /** The text is not Markdown, because a visitor has written it. */
  isPlain: Type.Boolean(),
  answer: stringOrNull,
})
const sharedFile = Type.Object({ _id: Type.String(), name: Type.String(), size: Type.Integer() })
const criterion = Type.Object({ text: Type.String(), isDone: Type.Boolean() })
const askedReader = Type.Object({
  ...question.properties,
  /** The answer so far. */
  answer: stringOrNull,
  /** Whether the answer can no longer be changed, because its owner has read it or the task is completed. */
  isFinal: Type.Boolean(),
})

export const sharedPage = Type.Object({
  kind: oneOf(...shareKinds),
  title: Type.String(),
  /** The name of its owner. */
  by: Type.String(),
  /** When one of its tasks was last changed; null if it has none. */
  changedAt: stringOrNull,
  dateStyle: Type.String(),
  parts: Type.Array(part),
  /** The numbers of tasks by status: of the view, or of the parts of the task. */
  counts: Type.Object({ completed: Type.Integer(), started: Type.Integer(), pending: Type.Integer() }),
  /** The last due date of a view. */
  lastDue: stringOrNull,
  /** The tasks of the view in its order, or the parts of the task. */
  tasks: Type.Array(sharedTask),
  /** How many tasks are not listed. */
  more: Type.Integer(),
  /** The colours of labels that have one. */
  colours: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: oneOf(...labelColours) }),
  task: Type.Optional(
    Type.Object({
      ...sharedTask.properties,
      description: Type.Optional(Type.String()),
      criteria: Type.Optional(Type.Array(criterion)),
      notes: Type.Optional(Type.Array(sharedNote)),
      /** How many older notes are not listed. */
      moreNotes: Type.Optional(Type.Integer()),
      files: Type.Optional(Type.Array(sharedFile)),
      question: Type.Optional(askedReader),
    }),
  ),
})

export const shareSchemas = {
  list: {
    summary: 'List your shared links, newest first, without their addresses',
    result: Type.Object({ shares: Type.Array(share) }),
  },
  create: {
    summary: `Share a saved view or a task: make a secret address at which everyone who knows it reads the chosen parts, without an account. At most ${shareLimits.shares}. A signed-in person must have confirmed their identity recently.`,
    body: Type.Object(
      {
        view: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'The id of a saved view.' })),
        task: Type.Optional(taskId),
        name: Type.Optional(name),
        parts: Type.Optional(parts),
        days: Type.Optional(days),
        question: Type.Optional(newQuestion),
      },
      strict,
    ),
    result: Type.Object({ message, share, path }),
  },
  update: {
    summary: 'Change the name, the parts, the time limit or the question of a shared link. The address stays.',
    params,
    body: Type.Partial(
      Type.Object({
        name,
        parts,
        days,
        question: Type.Unsafe<NewShareQuestion | null>({ anyOf: [newQuestion, Type.Null()] }),
      }),
      { ...strict, minProperties: 1 },
    ),
    result: Type.Object({ message, share }),
  },
  renew: {
    summary: 'Give a shared link a new address, and its whole time again. The old address stops working at once.',
    params,
    body: Type.Object({}, strict),
    result: Type.Object({ message, share, path }),
  },
  remove: {
    summary: 'Revoke a shared link. Its address stops working at once.',
    params,
    result: Type.Object({ message }),
  },
  page: {
    summary:
      'Read the page of a shared link, whose secret is in the header Taskdeck-Link: the only permission that it needs. Supports If-None-Match.',
    result: sharedPage,
  },
  live: {
    summary: 'Follow the page of a shared link: server-sent events that say when to read it again, and when it ends',
    answer: { type: 'text/event-stream', text: 'The stream of events' },
  },
  visit: { summary: 'Count a visit of a shared link', result: Type.Object({ message }) },
  answer: {
    summary:
      'Answer the question of a shared task, or change the answer, until its owner has read it. The answer becomes a note of the task.',
    body: Type.Object({ answer: Type.String({ format: 'share-answer' }) }, strict),
    result: Type.Object({ message }),
  },
  file: {
    summary: 'Download a file of a shared task, if its owner shows the files',
    params,
    answer: { type: 'application/octet-stream', text: 'The file' },
  },
}

export type ShareQuestion = Static<typeof question>
type NewShareQuestion = Static<typeof newQuestion>
export type Share = Static<typeof share>
export type NewShare = Static<typeof shareSchemas.create.body>
export type ShareChange = Static<typeof shareSchemas.update.body>
export type SharedPage = Static<typeof sharedPage>
export type SharedTask = Static<typeof sharedTask>
export type SharedNote = Static<typeof sharedNote>
