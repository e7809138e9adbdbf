import { type Static, Type } from 'typebox'
import { caldavLimits } from '../caldav.ts'
import { gitEffects, gitLimits, referenceKinds } from '../git.ts'
import { eventKinds } from '../history.ts'
import { labelColours } from '../labels.ts'
import { noteKinds } from '../notes.ts'
import { closings, questionLimits } from '../questions.ts'
import { receiptKinds, receiptLimits } from '../receipts.ts'
import type { TaskValues } from '../task-fields.ts'
import { archivedPreferences } from './accounts.ts'
import { changeStates } from './git.ts'
import type { Values } from './history.ts'
import { oneOf, stringOrNull } from './shapes.ts'
import { inputFields, sentFields } from './task-fields.ts'

/**
 * The records of `tasks.jsonl` in an archive, as an import accepts them: an archive can come from anyone. Unknown fields are ignored, because a
 * later version may have added them.
 */

const maxInteger = 2 ** 31 - 1
const whole = Type.Integer({ minimum: 0, maximum: maxInteger })
const from1 = Type.Integer({ minimum: 1, maximum: maxInteger })
/** Numbers of tasks have at most nine digits, so that texts can mention them. */
const taskNumber = Type.Integer({ minimum: 1, maximum: 999_999_999 })
const id = Type.String({ format: 'new-id' })
const time = Type.String({ format: 'stored-time' })
const seq = Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER })
const seqOrNull = Type.Unsafe<number | null>({ ...seq, type: ['integer', 'null'] })
const via = Type.String({ minLength: 1, maxLength: 300 })
const orNull = (schema: object) => Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] })
const wholeOrNull = Type.Unsafe<number | null>({ ...whole, type: ['integer', 'null'] })
const oneOfOrNull = <Value extends string>(values: readonly Value[]) =>
  Type.Unsafe<Value | null>({ type: ['string', 'null'], enum: [...values, null] })
const upTo = (maxLength: number) => orNull({ maxLength })
const webAddress = orNull({ maxLength: gitLimits.url, pattern: '^https?://' })
const ofTask = { task: id }

const question = Type.Object({
  choices: Type.Array(Type.String({ format: 'choice' }), { maxItems: questionLimits.choices }),
  answer: orNull({ format: 'note' }),
  answeredAt: orNull({ format: 'stored-time' }),
  answeredVia: upTo(300),
  readAt: orNull({ format: 'stored-time' }),
  closed: oneOfOrNull(closings),
  closedAt: orNull({ format: 'stored-time' }),
})

const note = {
  _id: id,
  number: from1,
  kind: oneOf(...noteKinds),
  text: Type.String({ format: 'note' }),
  via,
  createdAt: time,
  editedAt: orNull({ format: 'stored-time' }),
  version: from1,
  question: Type.Optional(question),
}

const receipt = {
  _id: id,
  kind: oneOf(...receiptKinds),
  criterion: orNull({ format: 'new-id' }),
  summary: upTo(receiptLimits.command),
  command: upTo(receiptLimits.command),
  exitCode: wholeOrNull,
  isPassed: Type.Boolean(),
  startedAt: time,
  durationMs: wholeOrNull,
  machine: upTo(receiptLimits.name),
  repository: upTo(receiptLimits.name),
  branch: upTo(receiptLimits.name),
  commit: orNull({ pattern: '^[0-9a-f]{7,64}$' }),
  isClean: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] }),
  sha256: orNull({ pattern: '^[0-9a-f]{64}$' }),
  output: orNull({ format: 'new-id' }),
  url: webAddress,
  via,
  createdAt: time,
}

/** The beginnings of the hashes of the commits before that of a receipt. */
const ancestors = Type.Optional(
  Type.Array(Type.String({ pattern: '^[0-9a-f]{16}$' }), { maxItems: receiptLimits.ancestors }),
)

const reference = {
  id: Type.String({ pattern: '^[\\w-]{22}$' }),
  kind: oneOf(...referenceKinds),
  name: Type.String({ maxLength: gitLimits.name }),
  title: Type.String({ maxLength: gitLimits.title }),
  url: webAddress,
  repository: upTo(gitLimits.name),
  state: oneOfOrNull(changeStates),
  at: time,
}

const storedFile = {
  _id: id,
  name: Type.String({ minLength: 1, maxLength: 250 }),
  size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  createdAt: time,
}
const mediaType = Type.String({ pattern: '^[\\w.+-]{1,127}/[\\w.+-]{1,127}$' })
const removedAt = Type.Optional(orNull({ format: 'stored-time' }))

/** The values of an event: those that an event of this version can have. They are only shown, so texts may have any length. */
const values = Type.Unsafe<Values>({
  type: ['object', 'null'],
  properties: {
    ...sentFields,
    _id: id,
    number: taskNumber,
    version: whole,
    createdAt: time,
    updatedAt: time,
    fileCount: whole,
    noteCount: whole,
    openQuestions: whole,
    proof: { type: 'object', additionalProperties: { type: 'object' } },
    trashedAt: stringOrNull,
    file: Type.Object({ ...storedFile, type: mediaType }),
    reference: Type.Object(reference),
    note: Type.Object(note),
    receipt: Type.Object(receipt),
  },
})

const optional = (fields: Record<string, object>) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema as typeof time)]))

const task = {
  _id: id,
  number: taskNumber,
  version: from1,
  createdAt: time,
  updatedAt: time,
  trashedAt: Type.Optional(time),
  completedAt: Type.Optional(orNull({ format: 'stored-time' })),
  startedAt: Type.Optional(orNull({ format: 'stored-time' })),
  position: Type.Optional(Type.Number()),
}

export const archiveRecordSchemas = {
  archive: Type.Object({
    format: Type.Literal('taskdeck'),
    version: from1,
    exportedAt: Type.String(),
    seq,
    /** The highest number that a task has ever had. */
    lastNumber: Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 })),
  }),
  settings: Type.Object({ preferences: archivedPreferences }),
  view: Type.Object({
    id,
    name: Type.String({ format: 'view-name' }),
    address: Type.String({ format: 'view-address' }),
    pinned: Type.Boolean(),
    /** Whether apps that speak CalDAV have it as a list. */
    isOffered: Type.Optional(Type.Boolean()),
  }),
  label: Type.Object({ label: Type.String({ format: 'label' }), colour: oneOf(...labelColours) }),
  task: Type.Unsafe<
    Static<ReturnType<typeof Type.Object<typeof task>>> &
      Pick<TaskValues, 'title'> &
      Partial<Omit<TaskValues, 'completedAt' | 'startedAt' | 'position'>>
  >(
    Type.Object({
      ...optional(inputFields(({ isSetBy }) => isSetBy?.create)),
      ...task,
      title: Type.String({ format: 'title' }),
    }),
  ),
  note: Type.Object({ ...note, ...ofTask }),
  receipt: Type.Object({ ...receipt, ancestors, ...ofTask, removedAt }),
  reference: Type.Object({
    ...reference,
    ...ofTask,
    /** The effect that it has had on its task. */
    effect: Type.Optional(oneOf(...gitEffects)),
    removedAt,
  }),
  /** The choices of a CalDAV client for a task: see server/caldav/vtodo/kept.ts. */
  todo: Type.Object({
    ...ofTask,
    name: Type.String({ minLength: 1, maxLength: caldavLimits.name }),
    uid: Type.String({ minLength: 1, maxLength: caldavLimits.uid }),
    kept: Type.String({ maxLength: caldavLimits.keptBytes }),
  }),
  file: Type.Object({
    ...storedFile,
    ...ofTask,
    mediaType,
    removedAt: orNull({ format: 'stored-time' }),
    path: Type.String({ minLength: 1, maxLength: 1_000 }),
  }),
  event: Type.Object({
    seq,
    change: seq,
    undoes: seqOrNull,
    ...ofTask,
    kind: oneOf(...eventKinds),
    version: whole,
    via: orNull({ minLength: 1, maxLength: 300 }),
    at: time,
    before: values,
    after: values,
  }),
}

export type ArchiveRecords = {
  [Kind in keyof typeof archiveRecordSchemas]: Static<(typeof archiveRecordSchemas)[Kind]>
}
export type ArchivedTask = ArchiveRecords['task']
export type ArchivedEvent = ArchiveRecords['event']
