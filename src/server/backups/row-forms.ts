import { scopes } from '../../contract/endpoint.ts'
import { forges } from '../../contract/forges.ts'
import { gitEffects, referenceKinds } from '../../contract/git.ts'
import { eventKinds } from '../../contract/history.ts'
import { isKey } from '../../contract/idempotency-key.ts'
import { labelColours } from '../../contract/labels.ts'
import { noteKinds } from '../../contract/notes.ts'
import { closings } from '../../contract/questions.ts'
import { allFields, type FieldColumns, type TaskField } from '../../contract/task-fields.ts'
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
/** A count, a number of bytes, or a time in milliseconds. */
const count: Form = { is: 'a whole number from 0', fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0 }
const json: Form = { is: 'JSON', fits: (value) => text.fits(value) && isJson(value as string) }
const textList: Form = {
  is: 'a list of texts as JSON',
  fits: (value) => json.fits(value) && isTextList(JSON.parse(value as string)),
}
const isTextList = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === 'string')
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

function isJson(value: string): boolean {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

function formOfField({ kind, options = [], isOptional }: TaskField): Form {
  const forms: Record<TaskField['kind'], Form> = {
    text,
    choice: oneOf(options),
    day: text,
    labels: json,
    amount: count,
    number,
    time: text,
    repeat: json,
    claim: json,
    task: id,
    tasks: json,
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
    preferences: json,
    created_at: count,
    removed_at: orNull(count),
  },
  identities: { issuer: text, subject: text, user_id: owner, email: text, linked_at: count },
  sessions: {
    token_hash: text,
    id,
    user_id: owner,
    device: text,
    created_at: count,
    seen_at: count,
    proved_at: count,
  },
  tokens: {
    token_hash: text,
    id,
    user_id: owner,
    name: text,
    scope: oneOf(scopes),
    created_at: count,
    expires_at: orNull(count),
    used_at: orNull(count),
    used_from: orNull(text),
  },
  device_grants: {
    device_hash: text,
    user_code_hash: text,
    client: text,
    name: text,
    scope: oneOf(scopes),
    address: text,
    created_at: count,
    expires_at: count,
    polled_at: orNull(count),
    state: oneOf(['pending', 'approved', 'refused']),
    user_id: orNull(owner),
  },
  pictures: { user_id: owner, type: oneOf(pictureTypes), base64: text, hash: text },
  attempts: { key: text, count, until: count, max_count: count },
  invites: { id: text, code_hash: text, email: orNull(text), created_at: count, expires_at: count },
  first_account: { place: count, user_id: owner },
  decks: {
    user_id: owner,
    last_number: count,
    last_seq: count,
    removed_at: orNull(count),
    text_bytes: count,
    counted_seq: count,
  },
  tasks: {
    ...(fieldForms as Record<keyof FieldColumns, Form>),
    user_id: owner,
    id,
    number: count,
    version: count,
    created_at: text,
    updated_at: text,
    trashed_at: orNull(text),
    words: text,
    json,
    json_format: count,
    json_version: count,
    files_json: json,
    note_count: count,
    last_note_number: count,
    question_count: count,
  },
  files: {
    user_id: owner,
    task_id: id,
    id,
    name: { is: 'the name of a file', fits: (value) => text.fits(value) && isStoredName(value as string) },
    size: count,
    type: text,
    sha256,
    created_at: text,
    removed_at: orNull(text),
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
    created_at: text,
    edited_at: orNull(text),
    version: count,
    choices: orNull(textList),
    answer: orNull(text),
    answered_at: orNull(text),
    answered_via: orNull(text),
    read_at: orNull(text),
    closed: orNull(oneOf(closings)),
    closed_at: orNull(text),
  },
  installation: { key: count, id },
  events: {
    user_id: owner,
    seq: count,
    change: count,
    undoes: orNull(count),
    task_id: id,
    kind: oneOf(eventKinds),
    before: orNull(json),
    after: orNull(json),
    version: count,
    actor: text,
    via: orNull(text),
    at: text,
  },
  answers: {
    user_id: owner,
    key: { is: 'an Idempotency-Key', fits: (value) => typeof value === 'string' && isKey(value) },
    fingerprint: text,
    at: count,
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
    state: orNull(text),
    effect: oneOf(gitEffects),
    at: text,
    removed_at: orNull(text),
  },
  hooks: {
    id,
    user_id: owner,
    name: text,
    forge: oneOf(forges),
    secret: text,
    created_at: count,
    authors: orNull(json),
  },
  hook_deliveries: {
    user_id: owner,
    hook_id: id,
    id,
    at: count,
    event: text,
    outcome: text,
    message: text,
    delivery_id: orNull(text),
    body_hash: orNull(text),
  },
  clock: {
    id: count,
    trusted_at: count,
    doubted_since: orNull(count),
    doubted_at: orNull(count),
    version: count,
  },
}
