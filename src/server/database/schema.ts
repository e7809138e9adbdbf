import type { Generated } from 'kysely'
import type { CalendarKind } from '../../contract/calendars.ts'
import type { Scope } from '../../contract/endpoint.ts'
import type { Forge } from '../../contract/forges.ts'
import type { GitEffect, ReferenceKind } from '../../contract/git.ts'
import type { EventKind } from '../../contract/history.ts'
import type { IssueChoice } from '../../contract/issue-sources.ts'
import type { LabelColour } from '../../contract/labels.ts'
import type { LinkPurpose } from '../../contract/mail.ts'
import type { NoteKind } from '../../contract/notes.ts'
import type { Closing } from '../../contract/questions.ts'
import type { ReceiptKind } from '../../contract/receipts.ts'
import type { ChangeState } from '../../contract/schemas/git.ts'
import type { SentDelivery } from '../../contract/schemas/outgoing-webhooks.ts'
import type { Delivery } from '../../contract/schemas/webhooks.ts'
import type { EventMark } from '../../contract/security-events.ts'
import type { ShareKind } from '../../contract/shares.ts'
import type { FieldColumns } from '../../contract/task-fields.ts'
import type { WayKind } from '../../contract/ways.ts'

/** The tables as the migrations create them, for Kysely. Times are milliseconds since 1970. */
export interface Schema {
  users: UserRow
  identities: IdentityRow
  sessions: SessionRow
  started_sign_ins: StartedSignInRow
  one_time_codes: OneTimeCodeRow
  recovery_codes: RecoveryCodeRow
  trusted_devices: TrustedDeviceRow
  passkeys: PasskeyRow
  passkey_challenges: PasskeyChallengeRow
  restrictions: RestrictionRow
  security_events: SecurityEventRow
  operator_events: OperatorEventRow
  tokens: TokenRow
  device_grants: DeviceGrantRow
  oauth_codes: OAuthCodeRow
  oauth_grants: OAuthGrantRow
  pictures: PictureRow
  attempts: AttemptTable
  invites: InviteRow
  first_account: FirstAccountRow
  decks: DeckRow
  tasks: TaskRow
  files: FileRow
  notes: NoteRow
  uploads: UploadRow
  installation: InstallationRow
  events: EventRow
  answers: AnswerRow
  answer_subjects: AnswerSubjectRow
  labels: LabelRow
  label_colours: LabelColourRow
  saved_views: SavedViewRow
  git_references: GitReferenceRow
  receipts: ReceiptRow
  import_sources: ImportSourceRow
  caldav_todos: CaldavTodoRow
  caldav_views: CaldavViewRow
  calendars: CalendarRow
  meeting_calendars: MeetingCalendarRow
  shares: ShareRow
  mail_links: MailLinkRow
  known_devices: KnownDeviceRow
  hooks: WebhookRow
  hook_deliveries: WebhookDeliveryRow
  deliveries: DeliveryRow
  ways: WayRow
  push_keys: PushKeyRow
  outgoing_hooks: OutgoingHookRow
  outgoing_messages: OutgoingMessageRow
  issue_sources: IssueSourceRow
  source_issues: SourceIssueRow
  jobs: JobRow
  clock: ClockRow
  heartbeats: HeartbeatRow
  epochs: EpochRow
  schema_support: SchemaSupportRow
}

/** The names of all tables. A table comes after those that its rows refer to, so that a restore can insert them in this order. */
export const tableNames = Object.keys({
  users: true,
  identities: true,
  sessions: true,
  started_sign_ins: true,
  one_time_codes: true,
  recovery_codes: true,
  trusted_devices: true,
  passkeys: true,
  passkey_challenges: true,
  restrictions: true,
  security_events: true,
  operator_events: true,
  tokens: true,
  device_grants: true,
  oauth_codes: true,
  oauth_grants: true,
  pictures: true,
  attempts: true,
  invites: true,
  first_account: true,
  decks: true,
  tasks: true,
  files: true,
  notes: true,
  uploads: true,
  installation: true,
  events: true,
  answers: true,
  answer_subjects: true,
  labels: true,
  label_colours: true,
  saved_views: true,
  git_references: true,
  receipts: true,
  import_sources: true,
  caldav_todos: true,
  caldav_views: true,
  calendars: true,
  meeting_calendars: true,
  shares: true,
  mail_links: true,
  known_devices: true,
  hooks: true,
  hook_deliveries: true,
  deliveries: true,
  ways: true,
  push_keys: true,
  outgoing_hooks: true,
  outgoing_messages: true,
  issue_sources: true,
  source_issues: true,
  jobs: true,
  clock: true,
  heartbeats: true,
  epochs: true,
  schema_support: true,
} satisfies Record<keyof Schema, true>)

export interface UserRow {
  id: string
  username: string
  email: string
  /** The email in lower case. Older versions gave look-alike addresses the same key, so compare `email` as well. */
  email_key: string
  /** Null for an account that signs in with Google only. */
  password_hash: string | null
  image: string | null
  /** JSON. */
  preferences: string
  created_at: number
  /** When the account was deleted. It cannot be used any more, and a background job removes its remaining data. */
  removed_at: number | null
}

export interface IdentityRow {
  issuer: string
  subject: string
  user_id: string
  email: string
  linked_at: number
}

/** The session at a provider with which one here began. All null if it began in another way. */
interface ProviderColumns {
  issuer: string | null
  subject: string | null
  /** The provider's name of its session, if it has told it. */
  sid: string | null
  /** Names the session to the provider when the user signs out. */
  id_token: string | null
}

export interface SessionRow extends ProviderColumns {
  token_hash: string
  /** Identifies the session in the list of sessions. It cannot be used to sign in. */
  id: string
  user_id: string
  device: string
  created_at: number
  seen_at: number
  /** When the user last confirmed their identity with the password or a provider. */
  proved_at: number
}

/** A sign-in that waits for a second factor. */
export interface StartedSignInRow extends ProviderColumns {
  token_hash: string
  user_id: string
  way: 'password' | 'Google' | 'provider'
  created_at: number
}

export interface PasskeyRow {
  user_id: string
  /** The id of the credential. */
  id: string
  /** The host that it belongs to. */
  host: string
  name: string
  /** In the form of COSE, and base64url. */
  public_key: string
  /** How a browser reaches it, as a JSON list. */
  transports: string
  counter: number
  is_synced: number
  created_at: number
  used_at: number | null
  /** When its counter went backwards. */
  copied_at: number | null
}

/** A random text that a passkey is to sign, for the session or browser that has asked for it. */
export interface PasskeyChallengeRow {
  challenge_hash: string
  purpose: 'sign-in' | 'add' | 'prove'
  holder_hash: string
  created_at: number
}

/** The secret of an authenticator app. */
export interface OneTimeCodeRow {
  user_id: string
  /** Base32. Codes cannot be checked without it, so it is not a hash. */
  secret: string
  /** Null until the user has given a code of the app. */
  confirmed_at: number | null
  /** The step of the last code that was used. Only later ones are accepted. */
  last_step: number
  recovery_made_at: number | null
}

export interface RecoveryCodeRow {
  user_id: string
  code_hash: string
  used_at: number | null
}

/** A browser that is not asked for a second factor. */
export interface TrustedDeviceRow {
  user_id: string
  token_hash: string
  created_at: number
}

/** The settings of the operator for one account. */
export interface RestrictionRow {
  user_id: string
  /** When it was disabled; null if it can be used. */
  disabled_at: number | null
  /** A limit of its own for the total size of its files. */
  max_file_bytes: number | null
}

/** A sign-in, a failed attempt, or a change of the access to an account: see contract/security-events.ts. */
export interface SecurityEventRow {
  user_id: string
  id: string
  kind: string
  about: string | null
  device: string | null
  address: string | null
  mark: EventMark | null
  /** How often it happened between `first_at` and `at`. */
  count: number
  first_at: number
  at: number
}

/** An act of the operator on an account, which may no longer exist. */
export interface OperatorEventRow {
  /** The same as of the event of the account, if it has one. */
  id: string
  at: number
  kind: string
  user_id: string
  /** When a server wrote it to its log. */
  logged_at: number | null
}

/** An API token. */
export interface TokenRow {
  token_hash: string
  /** Identifies the token in the list of tokens. It cannot be used to call anything. */
  id: string
  user_id: string
  name: string
  scope: Scope
  created_at: number
  expires_at: number | null
  /** When and from which address it was last used, to the minute. */
  used_at: number | null
  used_from: string | null
  /** The last call that was refused or has failed: when, which one, the code and the message. */
  failed_at: number | null
  failed_call: string | null
  failed_code: string | null
  failed_message: string | null
  /** Until when a program can renew the token, which expires earlier. Null for tokens that are not renewed. */
  renewable_until: number | null
}

/** A device that waits until its user signs it in: see tokens/devices.ts. */
export interface DeviceGrantRow {
  device_hash: string
  user_code_hash: string
  /** The program, as it names itself. */
  client: string
  /** The name of the token that the device will get. */
  name: string
  scope: Scope
  address: string
  created_at: number
  expires_at: number
  /** When the device last asked for its token. */
  polled_at: number | null
  state: 'pending' | 'approved' | 'refused'
  /** The user who has approved it. */
  user_id: string | null
}

/** A user's approval of a program, which exchanges the code for a token: see oauth/. */
export interface OAuthCodeRow {
  code_hash: string
  user_id: string
  client_id: string
  /** The name of the token that the program will get. */
  name: string
  redirect_uri: string
  challenge: string
  scope: 'read' | 'write'
  created_at: number
  expires_at: number
  /** The token that was given for it. */
  token_id: string | null
}

/** The refresh token of a token. It names its family, and only its newest secret is valid: see oauth/grants.ts. */
export interface OAuthGrantRow {
  family_hash: string
  user_id: string
  token_id: string
  client_id: string
  secret_hash: string
  renewed_at: number
  /** The end of the approval, however often the token is renewed. */
  ends_at: number
}

export interface PictureRow {
  user_id: string
  type: string
  base64: string
  hash: string
}

/** An unused invitation to sign up. */
export interface InviteRow {
  id: string
  code_hash: string
  /** The only email that may use it; null for any. */
  email: string | null
  created_at: number
  expires_at: number
}

/** At most one row: the account that was created first. */
export interface FirstAccountRow {
  place: 1
  user_id: string
}

/** Failed sign-ins and other counted attempts, per account and per address, until the window ends. */
export interface AttemptRow {
  key: string
  count: number
  until: number
  /** The count at which attempts are refused. 0 if an older version has counted, which does not store it. */
  max_count: number
}

/** Older versions insert rows without the limit. */
interface AttemptTable extends Omit<AttemptRow, 'max_count'> {
  max_count: Generated<number>
}

/** The counters of an owner's tasks. */
export interface DeckRow {
  user_id: string
  last_number: number
  /** The number of the last event, and so the number of events. */
  last_seq: number
  /** When the account was deleted. Its tasks cannot be changed any more. */
  removed_at: number | null
  /** Bytes of all values in the owner's events. */
  text_bytes: number
  /** The number of the last event at the last recount. */
  counted_seq: number
}

/** Times of tasks and files are ISO strings as in the wire format, because they are only read and compared. */
export interface TaskRow extends FieldColumns {
  user_id: string
  id: string
  /** A short number per owner: `#12`. */
  number: number
  /** Increases with every change. */
  version: number
  created_at: string
  updated_at: string
  /** When it was moved to the trash. */
  trashed_at: string | null
  /** The search text: see contract/search.ts. */
  words: string
  /** The task in wire format, so that a list can be concatenated. */
  json: string
  /** The format of `json` and `words`, and the version of the task that they were built from: see tasks/stored-json.ts. */
  json_format: number
  json_version: number
  /** Its files in wire format, newest first, without those in the trash. */
  files_json: string
  /** How many notes it has, and the number of the last one that it ever had. */
  note_count: number
  last_note_number: number
  /** How many of its notes are open questions. */
  question_count: number
  /** The newest receipt of each criterion, as JSON. Null if it has no receipts. */
  proof: string | null
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
  /** When it was moved to the trash by itself. Null for a file that is in the trash with its task. */
  removed_at: string | null
}

/** A note in the thread of a task. */
export interface NoteRow {
  user_id: string
  task_id: string
  /** Its place in the thread. */
  number: number
  /** Chosen by the client, and unique among the notes of its owner. */
  id: string
  kind: NoteKind
  text: string
  /** The search text: see contract/search.ts. */
  words: string
  /** How it was written, as in the log. */
  via: string
  created_at: string
  edited_at: string | null
  /** Increases with every edit. */
  version: number
  /** The suggested answers of a question, as JSON. Null for other notes, like everything below. */
  choices: string | null
  answer: string | null
  answered_at: string | null
  answered_via: string | null
  /** When the asker has read the answer. */
  read_at: string | null
  /** Why it is closed without an answer. */
  closed: Closing | null
  closed_at: string | null
}

/** A receipt of a task. */
export interface ReceiptRow {
  user_id: string
  task_id: string
  /** Chosen by the client. */
  id: string
  kind: ReceiptKind
  /** The id of a criterion of the task, which may have been deleted since. */
  criterion: string | null
  /** The shown fact, in words. */
  summary: string | null
  command: string | null
  exit_code: number | null
  /** 1 if it shows success, 0 if it shows a failure. */
  passed: number
  started_at: string
  duration_ms: number | null
  machine: string | null
  repository: string | null
  branch: string | null
  commit_hash: string | null
  /** The beginnings of the hashes of the commits before it, separated by spaces. */
  ancestors: string | null
  /** 1 if there were no uncommitted changes, 0 if there were some. */
  clean: number | null
  /** Of the whole output. */
  sha256: string | null
  /** The id of the file with the end of the output, which may have been deleted since. */
  output: string | null
  url: string | null
  /** How it was stored, as in the log. */
  via: string
  created_at: string
  /** When an undo has hidden it. */
  removed_at: string | null
}

/** A single row that identifies this installation. */
export interface InstallationRow {
  key: number
  id: string
}

/** A single row: the epoch of the history in this database (epoch.ts). */
export interface EpochRow {
  key: number
  id: string
  /** Where the epoch began. Null until a server has used the database. */
  place: string | null
}

/** A single row: the oldest schema whose release can run on this database (schema-support.ts). */
export interface SchemaSupportRow {
  key: number
  oldest: string
}

/** Space that an upload in progress has reserved. */
export interface UploadRow {
  user_id: string
  id: string
  bytes: number
  expires_at: number
}

/** One entry of the log. Entries are only added. When a task or file is deleted for good, the values of its entries are removed. */
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
  /** The user who made the change, or `taskdeck` for background jobs. */
  actor: string
  /** How the change was made: see callers/caller.ts. Null for events of older versions. */
  via: string | null
  at: string
}

/** The response to a call with an `Idempotency-Key`. */
export interface AnswerRow {
  user_id: string
  key: string
  /** Identifies the request: see callers/sent-key.ts. */
  fingerprint: string
  at: number
  /** JSON, compressed with zstd if it is long. Null if it contained a task that was deleted for good. */
  body: Uint8Array | null
}

/** A task that a stored response contains. */
export interface AnswerSubjectRow {
  user_id: string
  key: string
  subject: string
}

/** A label that an owner's tasks have. */
export interface LabelRow {
  user_id: string
  label: string
  /** The number of tasks that have it, including those in the trash. */
  tasks: number
}

/** The colour that a user has given to a label. */
export interface LabelColourRow {
  user_id: string
  label: string
  colour: LabelColour
}

/** A saved view: a name for an address of the web app. */
export interface SavedViewRow {
  user_id: string
  id: string
  name: string
  address: string
  /** 1 if it is pinned, or else 0. */
  pinned: number
  /** Its place among the views of its user. There may be gaps. */
  place: number
}

/** A commit, branch or change request that names a task. */
export interface GitReferenceRow {
  user_id: string
  task_id: string
  /** Derived from its kind and name, so that a commit has one row however often it is reported. */
  id: string
  kind: ReferenceKind
  name: string
  title: string
  url: string | null
  repository: string | null
  state: ChangeState | null
  /** The strongest effect that it has had on the task. It has no effect a second time. */
  effect: GitEffect
  at: string
  /** When it was undone. The row stays, so that a later delivery does not bring it back. */
  removed_at: string | null
}

/** A link in a mail with which its reader changes something. The token in it is not stored. */
export interface MailLinkRow {
  token_hash: string
  user_id: string
  purpose: LinkPurpose
  /** The address that it was sent to. */
  email: string
  created_at: number
  expires_at: number
}

/** A browser in which a user has signed in. It keeps a random text, of which this is the hash. */
export interface KnownDeviceRow {
  user_id: string
  device_hash: string
  seen_at: number
}

/** The values that an imported task had at its source when it was last imported. */
export interface ImportSourceRow {
  user_id: string
  task_id: string
  /** JSON. Long values are hashes. */
  fields: string
}

/** The choices of CalDAV clients for a task. Without a row, the name of its resource and its UID follow from its id. */
export interface CaldavTodoRow {
  user_id: string
  task_id: string
  name: string
  uid: string
  /** The properties that Taskdeck does not know, as lines of iCalendar. */
  kept: string
  /** Increases with every change of a row of the owner. */
  revision: number
}

/** A saved view that the owner offers to CalDAV clients as a list. */
export interface CaldavViewRow {
  user_id: string
  view_id: string
}

/** A webhook. Like a session, it is found by its own key. */
/** A secret link to a view or a task. Its secret is not stored. */
export interface ShareRow {
  id: string
  user_id: string
  secret_hash: string
  name: string
  kind: ShareKind
  /** The id of the saved view or of the task, which may be deleted. */
  target: string
  /** The parts that are shown, as JSON. */
  parts: string
  /** The question to its readers, as JSON. */
  question: string | null
  /** The answer of a reader, and the note that it has become. */
  answer: string | null
  answered_at: number | null
  note_id: string | null
  created_at: number
  /** How it was made, as in the log. */
  via: string
  /** For how many days each of its addresses works. */
  days: number | null
  expires_at: number | null
  visits: number
  visited_at: number | null
}

/** A feed of tasks for calendar programs. The secret in its address is not stored. */
export interface CalendarRow {
  id: string
  user_id: string
  secret_hash: string
  name: string
  kind: CalendarKind
  /** The saved view whose tasks it contains, which may be deleted; null for all open tasks. */
  view_id: string | null
  created_at: number
  /** When it was last read, to the hour. */
  read_at: number | null
}

/** A calendar of others, with the meetings that it had when it was last read. */
export interface MeetingCalendarRow {
  id: string
  user_id: string
  name: string
  colour: LabelColour | null
  /** Readable, because reading the calendar needs it. It is a secret. */
  address: string
  created_at: number
  /** The last attempt to read it, and the last one that succeeded. */
  tried_at: number | null
  read_at: number | null
  /** Since when every attempt has failed, how many, and why the last one has. */
  failing_since: number | null
  failures: number
  problem: string | null
  /** For conditional requests, as the server of the calendar has sent them. */
  etag: string | null
  last_modified: string | null
  /** The SHA-256 of the text that was last read, and the day around which its meetings are stored. */
  body_hash: string | null
  expanded_on: string | null
  /** Grows whenever the meetings change. */
  version: number
  /** JSON. */
  meetings: string
  meeting_count: number
  /** The events that could not be understood. */
  left_out: number
  /** The day from which on meetings are missing, because there are too many. */
  ends_on: string | null
}

export interface WebhookRow {
  id: string
  user_id: string
  name: string
  forge: Forge
  /** Readable, because checking a signature needs it: see docs/security.md. */
  secret: string
  created_at: number
  /** The people whose work counts, as a JSON list of emails and user names; null counts everyone's. */
  authors: string | null
}

/** A delivery of a webhook: an entry of its log, and the memory that refuses a repetition. */
export interface WebhookDeliveryRow {
  user_id: string
  hook_id: string
  id: string
  at: number
  event: string
  outcome: Delivery['outcome']
  message: string
  /** The forge's id of the delivery, and the hash of its body. Null if the delivery was refused. */
  delivery_id: string | null
  body_hash: string | null
}

/** Something that must happen at a time. */
/** A way in which a person is notified. */
export interface WayRow {
  id: string
  user_id: string
  kind: WayKind
  name: string
  /** Of push, the endpoint of the subscription. A program that knows it and the keys can notify the browser. */
  address: string
  /** The session of the browser, without which it is not notified. Null for a program. */
  session_id: string | null
  /** The public key of the browser. */
  p256dh: string | null
  /** The secret of the browser, or the token of the program. */
  auth: string | null
  /** 1 or 0. */
  is_on: number
  created_at: number
  sent_at: number | null
  failed_at: number | null
  problem: string | null
}

/** The single row has the keys that sign push messages (VAPID). */
export interface PushKeyRow {
  id: number
  public_key: string
  private_key: string
  created_at: number
}

export interface DeliveryRow {
  user_id: string
  id: string
  /** Its kind, such as `reminder`, and what it is about: the id of a task. */
  kind: string
  subject: string
  /** Tells deliveries of the same subject apart. */
  name: string
  due_at: number
  /** The day and the time in the time zone of the user from which `due_at` follows; null if it follows from none. */
  local_time: string | null
  /** `ready`: its time has come, and it waits for a device of the user. `sent` and `failed` ones are kept for a while. */
  state: 'waiting' | 'ready' | 'sent' | 'failed'
  attempts: number
  /** When it is tried next; while a node tries it, when another one may; after it was sent or has failed, when it is removed. Null while it is ready. */
  next_at: number | null
  last_error: string | null
}

/** A webhook to another program. */
export interface OutgoingHookRow {
  id: string
  user_id: string
  name: string
  url: string
  /** Readable, because signing needs it. */
  secret: string
  /** JSON. */
  events: string
  /** The saved view, or the filter, whose tasks it is about. */
  view_id: string | null
  filter: string | null
  created_at: number
  /** The last event of the log that it has read, and the place of its last message. */
  seq: number
  last_place: number
  failing_since: number | null
  paused_at: number | null
  paused_why: string | null
}

/** A message of a webhook to another program. */
export interface OutgoingMessageRow {
  user_id: string
  hook_id: string
  /** Messages about the same subject are sent in the order of their places. */
  place: number
  id: string
  subject: string
  event: SentDelivery['event']
  /** JSON. */
  body: string
  at: number
  state: SentDelivery['state']
  attempts: number
  first_at: number | null
  tried_at: number | null
  next_at: number | null
  status: number | null
  took_ms: number | null
  problem: string | null
  response: string
}

/** A repository whose issues are tasks. */
export interface IssueSourceRow {
  id: string
  user_id: string
  forge: Forge
  /** The address of the repository's page. */
  address: string
  /** Readable, because it is sent to the forge. */
  token: string
  choice: IssueChoice
  label: string | null
  /** The user name at the forge; null until it is known. */
  account: string | null
  /** 1 if issues are closed and reopened there. */
  writes: number
  created_at: number
  /** When the user has asked for a sync that is not done yet. */
  asked_at: number | null
  /** When all issues are read next. */
  due_at: number
  synced_at: number | null
  failing_since: number | null
  /** Failed syncs since the last success. */
  failures: number
  problem: string | null
  /** Until when the forge wants no calls. */
  wait_until: number | null
  remark: string | null
  paused_at: number | null
  paused_why: string | null
  /** JSON: the pages of the last list with their entity tags and issues. */
  pages: string
  /** JSON: the numbers of issues of which a webhook has told, to be read next. */
  wanted: string
  /** The last event of the log that was searched for tasks whose issues must be closed or reopened. */
  seq: number
}

/** An issue that has become a task. */
export interface SourceIssueRow {
  user_id: string
  source_id: string
  number: number
  task_id: string
  /** 1 if it is open at its source. */
  is_open: number
  /** JSON: the values of fields that it gave to the task last. */
  last_values: string
  /** When it was changed there last, by the clock of its source. */
  changed_at: number
  /** Since when it is followed no more: it was assigned to somebody else, or deleted. */
  left_at: number | null
  /** When it is closed or reopened there; null if it need not be. */
  send_at: number | null
  /** The failed attempts, and why the last one has failed. */
  attempts: number
  problem: string | null
}

/** Work that one of the nodes does regularly. */
export interface JobRow {
  name: string
  due_at: number
  /** Failed runs since the last success. */
  failures: number
  /** The node that is running it. */
  holder: string | null
  /** Increases whenever a node takes the lease. Writes with an older number have no effect. */
  fence: number
  /** Increases while the holder is alive. */
  beat: number
}

/** A single row with the last time that was trusted: see jobs/trusted-time.ts. */
export interface ClockRow {
  id: number
  trusted_at: number
  doubted_since: number | null
  doubted_at: number | null
  /** Goes up with every change. */
  version: number
}

/** A single row that health checks write. */
export interface HeartbeatRow {
  id: number
  count: number
}
