import type { Generated } from 'kysely'
import type { EventKind } from '../../contract/history.ts'
import type { FieldColumns } from '../../contract/task-fields.ts'

/** The tables, as Kysely sees them. Migrations make them; this file says the same. Times are milliseconds since 1970. */
export interface Schema {
  users: UserRow
  identities: IdentityRow
  sessions: SessionRow
  pictures: PictureRow
  attempts: AttemptTable
  invites: InviteRow
  first_account: FirstAccountRow
  decks: DeckRow
  tasks: TaskRow
  files: FileRow
  uploads: UploadRow
  installation: InstallationRow
  events: EventRow
  labels: LabelRow
  jobs: JobRow
  clock: ClockRow
  heartbeats: HeartbeatRow
}

/** The names of all tables, for programs. */
export const tableNames = Object.keys({
  users: true,
  identities: true,
  sessions: true,
  pictures: true,
  attempts: true,
  invites: true,
  first_account: true,
  decks: true,
  tasks: true,
  files: true,
  uploads: true,
  installation: true,
  events: true,
  labels: true,
  jobs: true,
  clock: true,
  heartbeats: true,
} satisfies Record<keyof Schema, true>)

export interface UserRow {
  id: string
  username: string
  email: string
  /** The email in lower case. Older versions also folded look-alikes into one key: compare the address itself. */
  email_key: string
  /** Null for an account that signs in with Google only. */
  password_hash: string | null
  image: string | null
  /** JSON. */
  preferences: string
  created_at: number
  /** Since when the account is deleted: nothing of it is shown, and the housekeeping removes what is left. */
  removed_at: number | null
}

export interface IdentityRow {
  issuer: string
  subject: string
  user_id: string
  email: string
  linked_at: number
}

export interface SessionRow {
  token_hash: string
  /** Names the session in the list of sessions; signs nobody in. */
  id: string
  user_id: string
  device: string
  created_at: number
  seen_at: number
  /** When the password or Google was last asked. */
  proved_at: number
}

export interface PictureRow {
  user_id: string
  type: string
  base64: string
  hash: string
}

/** An invitation to sign up that is not used yet. */
export interface InviteRow {
  id: string
  code_hash: string
  /** The only email that may use it; null for any. */
  email: string | null
  created_at: number
  expires_at: number
}

/** At most one row: the account that was created while there was no other. */
export interface FirstAccountRow {
  place: 1
  user_id: string
}

/** Failed sign-ins and other counted attempts, per account and per address, until the window ends. */
export interface AttemptRow {
  key: string
  count: number
  until: number
  /** The count from which on attempts are refused; 0 where an older version has counted, which does not store it. */
  max_count: number
}

/** Older versions insert rows without the limit. */
interface AttemptTable extends Omit<AttemptRow, 'max_count'> {
  max_count: Generated<number>
}

/** What an owner's tasks have in common. */
export interface DeckRow {
  user_id: string
  last_number: number
  /** How many events there are; the number of the last one. */
  last_seq: number
  /** Since when the account is deleted; from then on nothing is changed here. */
  removed_at: number | null
  /** Bytes of all values in the owner's events. */
  text_bytes: number
  /** The number of the last event when the counted numbers were last confirmed. */
  counted_seq: number
}

/** Times of tasks and files are ISO texts, as they are shown: they are only ever read and compared. */
export interface TaskRow extends FieldColumns {
  user_id: string
  id: string
  /** Short and counted per owner: `#12`. */
  number: number
  /** Goes up with every change. */
  version: number
  created_at: string
  updated_at: string
  /** Since when it is in the trash. */
  trashed_at: string | null
  /** The words by which it is found: see contract/search.ts. */
  words: string
  /** The task as it is sent, so that a list is only put together. */
  json: string
  /** In which format and from which version of the task `json` and `words` were made: see tasks/stored-json.ts. */
  json_format: number
  json_version: number
  /** Its files as they are sent, newest first, without those in the trash. */
  files_json: string
}

export interface FileRow {
  user_id: string
  task_id: string
  id: string
  name: string
  size: number
  type: string
  sha256: string
  created_at: string
  /** Since when it is in the trash by itself; a file of a task in the trash is there with its task. */
  removed_at: string | null
}

/** The one row that names this installation. */
export interface InstallationRow {
  key: number
  id: string
}

/** Room that an upload on its way has reserved. */
export interface UploadRow {
  user_id: string
  id: string
  bytes: number
  expires_at: number
}

/** One line of the log. Lines are only ever added; what is deleted for good leaves its lines without values. */
export interface EventRow {
  user_id: string
  seq: number
  change: number
  undoes: number | null
  task_id: string
  kind: EventKind
  /** JSON. */
  before: string | null
  /** JSON. */
  after: string | null
  version: number
  /** The user who did it, or `taskdeck` for the housekeeping. */
  actor: string
  /** How it came about: see callers/caller.ts. Null for events of older versions. */
  via: string | null
  at: string
}

/** A label that an owner's tasks have. */
export interface LabelRow {
  user_id: string
  label: string
  /** How many have it, those in the trash included. */
  tasks: number
}

/** Work that is done regularly by one node of all. */
export interface JobRow {
  name: string
  due_at: number
  /** Failed runs since the last one that succeeded. */
  failures: number
  /** The node that runs it now. */
  holder: string | null
  /** Goes up whenever a node takes the lease; writes with an older number are void. */
  fence: number
  /** Goes up while the holder is alive. */
  beat: number
}

/** The one row that says what time it was when that was last believed: see jobs/trusted-time.ts. */
export interface ClockRow {
  id: number
  trusted_at: number
  doubted_since: number | null
  doubted_at: number | null
  /** Goes up with every change. */
  version: number
}

/** The one row that is written to see whether writing works. */
export interface HeartbeatRow {
  id: number
  count: number
}
