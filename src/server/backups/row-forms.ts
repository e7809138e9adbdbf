import { scopes } from '../../contract/endpoint.ts'
import { forges } from '../../contract/forges.ts'
import { gitEffects, referenceKinds } from '../../contract/git.ts'
import { eventKinds } from '../../contract/history.ts'
import { isKey } from '../../contract/idempotency-key.ts'
import { labelColours } from '../../contract/labels.ts'
import { noteKinds } from '../../contract/notes.ts'
import { closings } from '../../contract/questions.ts'
import { type ReceiptKind, receiptKinds } from '../../contract/receipts.ts'
import { changeStates } from '../../contract/schemas/git.ts'
import { allFields, type FieldColumns, type TaskField } from '../../contract/task-fields.ts'
import { deliveryOutcomes } from '../../contract/webhooks.ts'
import { pictureTypes } from '../accounts/pictures.ts'
import type { Schema } from '../database/schema.ts'
import { idForm } from '../file-store/ids.ts'
import { isStoredName } from '../files/file-name.ts'

/** The values that a column can have in a backup. */
export interface Form {
  /** Completes the sentence "The value is not …". */
  is: string
  fits(value: unknown): boolean
  /** Whether it is the id of an account, which the backup must have. */
  isOwner?: boolean
}

/** Rows that describe running processes, and the epoch: a restored installation begins one of its own. */
type LeftOut = 'jobs' | 'heartbeats' | 'uploads' | 'epochs'
type BackedUpTable = Exclude<keyof Schema, LeftOut>

const text: Form = { is: 'a text', fits: (value) => typeof value === 'string' && isStorable(value) }
const number: Form = { is: 'a number', fits: Number.isFinite }
/** A count, or a number of bytes. */
const count: Form = { is: 'a whole number from 0', fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0 }
/** In milliseconds. A later one than a calendar has would end the code that formats it. */
const time: Form = { is: 'a time', fits: (value) => count.fits(value) && Number(value) <= 8.64e15 }
/** As tasks, files, notes and events have it. */
const isoTime: Form = {
  is: 'a time',
  fits: (value) => typeof value === 'string' && isoForm.test(value) && !Number.isNaN(Date.parse(value)),
}
const isoForm = /^[+-]?\d{4,6}-\d{2}-\d{2}T[\d:.]+Z$/

/** JSON of some form. Code that reads it relies on that. */
const jsonOf = (is: string, fits: (value: unknown) => boolean): Form => ({
  is,
  fits: (value) => text.fits(value) && fits(parsed(value as string)),
})
const record = jsonOf('a JSON object', isRecord)
const list = jsonOf('a JSON list', Array.isArray)
const texts = jsonOf('a JSON list of texts', (value) => Array.isArray(value) && value.every(isText))
const repeat = jsonOf('a repetition', (value) => isRecord(value) && isText(value.rule) && isText(value.from))
const claim = jsonOf(
  'a claim',
  (value) =>
    isRecord(value) &&
    [value.until, value.at].every(isoTime.fits) &&
    isText(value.by) &&
    count.fits(value.minutes) &&
    (value.lost === undefined || (Array.isArray(value.lost) && value.lost.every(isText))),
)
const criteria = jsonOf(
  'a list of criteria',
  (value) =>
    Array.isArray(value) &&
    value.every(
      (criterion) =>
        isRecord(criterion) &&
        id.fits(criterion.id) &&
        isText(criterion.text) &&
        (criterion.command === undefined || isText(criterion.command)) &&
        typeof criterion.isMet === 'boolean',
    ),
)
const proof = jsonOf(
  'the newest receipts',
  (value) =>
    isRecord(value) &&
    Object.values(value).every(
      (one) =>
        isRecord(one) &&
        receiptKinds.includes(one.kind as ReceiptKind) &&
        typeof one.isPassed === 'boolean' &&
        count.fits(one.behind),
    ),
)
const bytes: Form = { is: 'a list of bytes', fits: (value) => value instanceof Uint8Array }

const matching = (is: string, form: RegExp): Form => ({
  is,
  fits: (value) => typeof value === 'string' && form.test(value),
})
const id = matching('a UUID', idForm)
const owner: Form = { ...id, isOwner: true }
const sha256 = matching('a SHA-256 hash', /^[0-9a-f]{64}$/)

const orNull = (form: Form): Form => ({ ...form, fits: (value) => value === null || form.fits(value) })
const oneOf = (choices: readonly string[]): Form => ({
  is: `one of ${choices.join(', ')}`,
  fits: (value) => choices.includes(value as string),
})

/** PostgreSQL stores no zero characters, and neither engine stores half a character. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()

/** Undefined if the text is not JSON. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function formOfField({ kind, options = [], isOptional }: TaskField): Form {
  const forms: Record<TaskField['kind'], Form> = {
    text,
    choice: oneOf(options),
    day: text,
    labels: texts,
    amount: count,
    number,
    time: isoTime,
    repeat,
    claim,
    task: id,
    tasks: texts,
    criteria,
  }
  return isOptional ? orNull(forms[kind]) : forms[kind]
}

const fieldForms = Object.fromEntries(allFields.map(([, field]) => [field.column, formOfField(field)]))

/**
 * The columns of all tables in a backup. A restore refuses everything else before it writes anything, because a backup can come from
 * anyone: an id becomes the name of a file, for example. Keys and references between rows are left to the database.
 */
export const rowForms: { [Table in BackedUpTable]: Record<keyof Schema[Table], Form> } = {
  users: {
    id,
    username: text,
    email: text,
    email_key: text,
    password_hash: orNull(text),
    image: orNull(text),
    preferences: record,
    created_at: time,
    removed_at: orNull(time),
  },
  identities: { issuer: text, subject: text, user_id: owner, email: text, linked_at: time },
  sessions: {
    token_hash: text,
    id,
    user_id: owner,
    device: text,
    created_at: time,
    seen_at: time,
    proved_at: time,
  },
  tokens: {
    token_hash: text,
    id,
    user_id: owner,
    name: text,
    scope: oneOf(scopes),
    created_at: time,
    expires_at: orNull(time),
    used_at: orNull(time),
    used_from: orNull(text),
    failed_at: orNull(time),
    failed_call: orNull(text),
    failed_code: orNull(text),
    failed_message: orNull(text),
  },
  device_grants: {
    device_hash: text,
    user_code_hash: text,
    client: text,
    name: text,
    scope: oneOf(scopes),
    address: text,
    created_at: time,
    expires_at: time,
    polled_at: orNull(time),
    state: oneOf(['pending', 'approved', 'refused']),
    user_id: orNull(owner),
  },
  pictures: { user_id: owner, type: oneOf(pictureTypes), base64: text, hash: text },
  attempts: { key: text, count, until: time, max_count: count },
  invites: { id: text, code_hash: text, email: orNull(text), created_at: time, expires_at: time },
  first_account: { place: count, user_id: owner },
  decks: {
    user_id: owner,
    last_number: count,
    last_seq: count,
    removed_at: orNull(time),
    text_bytes: count,
    counted_seq: count,
  },
  tasks: {
    ...(fieldForms as Record<keyof FieldColumns, Form>),
    user_id: owner,
    id,
    number: count,
    version: count,
    created_at: isoTime,
    updated_at: isoTime,
    trashed_at: orNull(isoTime),
    words: text,
    json: record,
    json_format: count,
    json_version: count,
    files_json: list,
    note_count: count,
    last_note_number: count,
    question_count: count,
    proof: orNull(proof),
  },
  files: {
    user_id: owner,
    task_id: id,
    id,
    name: { is: 'the name of a file', fits: (value) => text.fits(value) && isStoredName(value as string) },
    size: count,
    type: text,
    sha256,
    created_at: isoTime,
    removed_at: orNull(isoTime),
  },
  notes: {
    user_id: owner,
    task_id: id,
    number: count,
    id,
    kind: oneOf(noteKinds),
    text,
    words: text,
    via: text,
    created_at: isoTime,
    edited_at: orNull(isoTime),
    version: count,
    choices: orNull(texts),
    answer: orNull(text),
    answered_at: orNull(isoTime),
    answered_via: orNull(text),
    read_at: orNull(isoTime),
    closed: orNull(oneOf(closings)),
    closed_at: orNull(isoTime),
  },
  installation: { key: count, id },
  events: {
    user_id: owner,
    seq: count,
    change: count,
    undoes: orNull(count),
    task_id: id,
    kind: oneOf(eventKinds),
    before: orNull(record),
    after: orNull(record),
    version: count,
    actor: text,
    via: orNull(text),
    at: isoTime,
  },
  answers: {
    user_id: owner,
    key: { is: 'an Idempotency-Key', fits: (value) => typeof value === 'string' && isKey(value) },
    fingerprint: text,
    at: time,
    body: orNull(bytes),
  },
  answer_subjects: { user_id: owner, key: text, subject: id },
  labels: { user_id: owner, label: text, tasks: count },
  label_colours: { user_id: owner, label: text, colour: oneOf(labelColours) },
  saved_views: { user_id: owner, id, name: text, address: text, pinned: count, place: count },
  git_references: {
    user_id: owner,
    task_id: id,
    id: matching('the id of a reference', /^[\w-]{22}$/),
    kind: oneOf(referenceKinds),
    name: text,
    title: text,
    url: orNull(matching('a web address', /^https?:\/\//)),
    repository: orNull(text),
    state: orNull(oneOf(changeStates)),
    effect: oneOf(gitEffects),
    at: isoTime,
    removed_at: orNull(isoTime),
  },
  receipts: {
    user_id: owner,
    task_id: id,
    id,
    kind: oneOf(receiptKinds),
    criterion: orNull(id),
    summary: orNull(text),
    command: orNull(text),
    exit_code: orNull(count),
    passed: count,
    started_at: isoTime,
    duration_ms: orNull(count),
    machine: orNull(text),
    repository: orNull(text),
    branch: orNull(text),
    commit_hash: orNull(text),
    clean: orNull(count),
    sha256: orNull(sha256),
    output: orNull(id),
    url: orNull(matching('a web address', /^https?:\/\//)),
    via: text,
    created_at: isoTime,
    removed_at: orNull(isoTime),
  },
  hooks: {
    id,
    user_id: owner,
    name: text,
    forge: oneOf(forges),
    secret: text,
    created_at: time,
    authors: orNull(texts),
  },
  hook_deliveries: {
    user_id: owner,
    hook_id: id,
    id,
    at: time,
    event: text,
    outcome: oneOf(deliveryOutcomes),
    message: text,
    delivery_id: orNull(text),
    body_hash: orNull(text),
  },
  clock: {
    id: count,
    trusted_at: time,
    doubted_since: orNull(time),
    doubted_at: orNull(time),
    version: count,
  },
}
