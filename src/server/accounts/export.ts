import { AppError } from '../../contract/errors.ts'
import { jsonList } from '../answers/json-list.ts'
import { type LongAnswer, longAnswers } from '../answers/long-answers.ts'
import type { CalendarRules } from '../calendars/calendars.ts'
import type { SessionCaller } from '../callers/caller.ts'
import type { Database } from '../database/database.ts'
import type { FileRules } from '../files/files.ts'
import type { GitRules } from '../git/git.ts'
import type { HistoryRules } from '../history/history.ts'
import type { IssueSourceRules } from '../issue-sources/issue-sources.ts'
import type { LabelColourRules } from '../labels/colours.ts'
import type { MeetingRules } from '../meetings/meetings.ts'
import type { NoteRules } from '../notes/notes.ts'
import type { OutgoingWebhookRules } from '../outgoing-webhooks/outgoing-webhooks.ts'
import type { ReceiptRules } from '../receipts/receipts.ts'
import type { SecurityEvents } from '../security-events/security-events.ts'
import type { Config } from '../settings/config.ts'
import type { ShareRules } from '../shares/shares.ts'
import type { TaskRules } from '../tasks/tasks.ts'
import type { TokenRules } from '../tokens/tokens.ts'
import type { TrashRules } from '../trash/trash.ts'
import type { ViewRules } from '../views/views.ts'
import type { WayRules } from '../ways/ways.ts'
import type { WebhookRules } from '../webhooks/webhooks.ts'
import { accountTable } from './account-table.ts'
import { googleIdentity } from './identities.ts'
import { preferencesOf, type SessionRules, userOf } from './sessions.ts'

interface Dependencies {
  database: Database
  config: Pick<Config, 'google' | 'openId'>
  sessions: Pick<SessionRules, 'list'>
  tokens: Pick<TokenRules, 'list'>
  tasks: Pick<TaskRules, 'pages'>
  files: Pick<FileRules, 'pages'>
  trash: Pick<TrashRules, 'json'>
  history: Pick<HistoryRules, 'pages'>
  views: Pick<ViewRules, 'list'>
  labelColours: Pick<LabelColourRules, 'list'>
  git: Pick<GitRules, 'pages'>
  notes: Pick<NoteRules, 'pages'>
  receipts: Pick<ReceiptRules, 'pages'>
  calendars: Pick<CalendarRules, 'list'>
  shares: Pick<ShareRules, 'list'>
  hooks: Pick<WebhookRules, 'list'>
  ways: Pick<WayRules, 'list'>
  outgoingHooks: Pick<OutgoingWebhookRules, 'list'>
  events: Pick<SecurityEvents, 'pages'>
  meetings: Pick<MeetingRules, 'list'>
  issueSources: Pick<IssueSourceRules, 'list'>
}

/** Exports of whole accounts. */
export function exportRules({
  database,
  config,
  sessions,
  tokens,
  tasks,
  files,
  trash,
  history,
  views,
  labelColours,
  git,
  notes,
  receipts,
  calendars,
  shares,
  hooks,
  ways,
  outgoingHooks,
  events,
  meetings,
  issueSources,
}: Dependencies) {
  const table = accountTable(database.db)
  const longAnswer = longAnswers({
    maxRunning: 1,
    maxWaiting: 0,
    refusal: 'An export of your data is already running. Wait until it has finished, then try again.',
  })

  /** The account with its short lists. */
  async function head(caller: SessionCaller): Promise<string> {
    const [
      row,
      linked,
      picture,
      list,
      ownTokens,
      savedViews,
      colours,
      ownCalendars,
      ownShares,
      webhooks,
      own,
      outgoingWebhooks,
      meetingCalendars,
      sources,
    ] = await Promise.all([
      table.find(caller.owner),
      table.identitiesOf(caller.owner),
      table.picture(caller.owner),
      sessions.list(caller),
      tokens.list(caller.owner),
      views.list(caller.owner),
      labelColours.list(caller.owner),
      calendars.list(caller.owner),
      shares.list(caller.owner),
      hooks.list(caller.owner),
      ways.list(caller),
      outgoingHooks.list(caller.owner),
      meetings.list(caller.owner),
      issueSources.list(caller.owner),
    ])
    if (!row) throw new AppError('not_signed_in', 'This account no longer exists.')
    const google = googleIdentity(config, linked)
    return JSON.stringify({
      user: { ...userOf(row), createdAt: iso(row.created_at) },
      preferences: preferencesOf(caller),
      google: google ? { email: google.email, linkedAt: iso(google.linked_at) } : null,
      identities: linked.map(({ issuer, email, linked_at }) => ({ issuer, email, linkedAt: iso(linked_at) })),
      picture: picture ? { type: picture.type, base64: picture.base64 } : null,
      sessions: list,
      tokens: ownTokens,
      savedViews,
      labelColours: colours,
      calendars: ownCalendars,
      shares: ownShares,
      webhooks,
      ways: own.ways,
      outgoingWebhooks,
      meetingCalendars,
      issueSources: sources,
    })
  }

  async function* documentOf(caller: SessionCaller) {
    const { owner } = caller
    yield (await head(caller)).slice(0, -1)
    yield ',"tasks":'
    yield* jsonList(tasks.pages(owner))
    yield ',"files":'
    yield* jsonList(files.pages(owner))
    yield ',"gitReferences":'
    yield* jsonList(git.pages(owner))
    yield ',"notes":'
    yield* jsonList(notes.pages(owner))
    yield ',"receipts":'
    yield* jsonList(receipts.pages(owner))
    yield ',"securityEvents":'
    yield* jsonList(events.pages(owner))
    yield ',"trash":'
    yield* trash.json(owner)
    // The history comes last, so that it includes the changes that were made during the export.
    yield ',"history":'
    yield* jsonList(history.pages(owner))
    yield '}'
  }

  return {
    /**
     * All stored data of an account except its secrets, as JSON. Only for its owner. A second export at the same time fails with
     * `too_many_requests`. A task that is changed during the export is included as it was when its page was read.
     */
    exportAll: (caller: SessionCaller): Promise<LongAnswer> => longAnswer(caller.owner, documentOf(caller)),
  }
}

export type ExportRules = ReturnType<typeof exportRules>

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
