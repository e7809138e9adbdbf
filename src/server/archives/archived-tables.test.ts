import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ArchiveRecord, archiveRecords } from '../../contract/archives.ts'
import { type Schema, tableNames } from '../database/schema.ts'

/** The records that have the rows of a table, or why an archive has none of them. */
type Answer = ArchiveRecord[] | string

const derived = 'It follows from the others.'
const access = 'It gives access to the account, or is proof of identity.'
const here = 'It belongs to this server, and means nothing on another one.'
const elsewhere = 'It has an address, a name or a secret that other programs use with this server.'
const passing = 'It is work in progress, which ends within days.'

/** A new table does not compile until it has an answer, and docs/export.md says what an archive leaves out. */
const answers: Record<keyof Schema, Answer> = {
  users: ['settings'],
  decks: ['archive'],
  saved_views: ['view'],
  label_colours: ['label'],
  tasks: ['task'],
  notes: ['note'],
  receipts: ['receipt'],
  git_references: ['reference'],
  files: ['file'],
  caldav_todos: ['todo'],
  caldav_views: ['view'],
  events: ['event'],
  labels: derived,
  pictures: 'The picture of the account stays with the account.',
  import_sources: 'It is the state of imports from other programs; the tasks keep their ids, so nothing doubles.',
  source_issues: 'It is the state of repositories, which are not in the archive either; the tasks keep their source.',
  identities: access,
  sessions: access,
  started_sign_ins: access,
  one_time_codes: access,
  recovery_codes: access,
  passkeys: access,
  passkey_challenges: access,
  trusted_devices: access,
  known_devices: access,
  tokens: access,
  device_grants: access,
  oauth_grants: access,
  oauth_codes: access,
  mail_links: access,
  security_events: here,
  operator_events: here,
  restrictions: here,
  attempts: here,
  invites: here,
  first_account: here,
  installation: here,
  push_keys: here,
  clock: here,
  heartbeats: here,
  epochs: here,
  schema_support: here,
  jobs: here,
  calendars: elsewhere,
  shares: elsewhere,
  hooks: elsewhere,
  outgoing_hooks: elsewhere,
  ways: elsewhere,
  meeting_calendars: elsewhere,
  issue_sources: elsewhere,
  uploads: passing,
  answers: passing,
  answer_subjects: passing,
  deliveries: passing,
  hook_deliveries: passing,
  outgoing_messages: passing,
}

test('every table answers whether an archive contains it, and every record of an archive comes from one', () => {
  expect(Object.keys(answers).sort()).toEqual([...tableNames].sort())
  const named = Object.values(answers).flatMap((answer) => (typeof answer === 'string' ? [] : answer))
  expect([...new Set(named)].sort()).toEqual([...archiveRecords].sort())
  for (const answer of Object.values(answers)) if (typeof answer === 'string') expect(answer).toMatch(/^[A-Z].+\.$/)
})

test('the documentation names what an archive leaves out', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../docs/export.md'), 'utf8')
  const sentence = /It does not contain ([^.]+)\./.exec(text)?.[1]
  for (const word of ['password', 'sessions', 'tokens', 'calendars', 'links', 'webhooks', 'notified', 'repositories'])
    expect(sentence).toContain(word)
})
