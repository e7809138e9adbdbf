import type { EndpointSchema, Route } from '../endpoint.ts'
import { accountSchemas } from '../schemas/accounts.ts'
import { agentSchemas } from '../schemas/agents.ts'
import { archiveSchemas } from '../schemas/archives.ts'
import { caldavSchemas } from '../schemas/caldav.ts'
import { calendarSchemas } from '../schemas/calendars.ts'
import { claimSchemas } from '../schemas/claims.ts'
import { fileSchemas } from '../schemas/files.ts'
import { gitSchemas } from '../schemas/git.ts'
import { healthSchemas } from '../schemas/health.ts'
import { historySchemas } from '../schemas/history.ts'
import { importSchemas } from '../schemas/imports.ts'
import { issueSourceSchemas } from '../schemas/issue-sources.ts'
import { labelSchemas } from '../schemas/labels.ts'
import { liveSchemas } from '../schemas/live.ts'
import { meetingSchemas } from '../schemas/meetings.ts'
import { noteSchemas } from '../schemas/notes.ts'
import { oauthSchemas } from '../schemas/oauth.ts'
import { outgoingWebhookSchemas } from '../schemas/outgoing-webhooks.ts'
import { passkeySchemas } from '../schemas/passkeys.ts'
import { questionSchemas } from '../schemas/questions.ts'
import { receiptSchemas } from '../schemas/receipts.ts'
import { reminderSchemas } from '../schemas/reminders.ts'
import { secondFactorSchemas } from '../schemas/second-factor.ts'
import { securityEventSchemas } from '../schemas/security-events.ts'
import { shareSchemas } from '../schemas/shares.ts'
import { taskSchemas } from '../schemas/tasks.ts'
import { tokenSchemas } from '../schemas/tokens.ts'
import { trashSchemas } from '../schemas/trash.ts'
import { viewSchemas } from '../schemas/views.ts'
import { waySchemas } from '../schemas/ways.ts'
import { webhookSchemas } from '../schemas/webhooks.ts'
import { accountCalls } from './accounts.ts'
import { agentCalls } from './agents.ts'
import { archiveCalls } from './archives.ts'
import { caldavCalls } from './caldav.ts'
import { calendarCalls } from './calendars.ts'
import { claimCalls } from './claims.ts'
import { fileCalls } from './files.ts'
import { gitCalls } from './git.ts'
import { healthCalls } from './health.ts'
import { historyCalls } from './history.ts'
import { importCalls } from './imports.ts'
import { issueSourceCalls } from './issue-sources.ts'
import { labelCalls } from './labels.ts'
import { liveCalls } from './live.ts'
import { meetingCalls } from './meetings.ts'
import { noteCalls } from './notes.ts'
import { oauthCalls } from './oauth.ts'
import { outgoingWebhookCalls } from './outgoing-webhooks.ts'
import { passkeyCalls } from './passkeys.ts'
import { questionCalls } from './questions.ts'
import { receiptCalls } from './receipts.ts'
import { reminderCalls } from './reminders.ts'
import { secondFactorCalls } from './second-factor.ts'
import { securityEventCalls } from './security-events.ts'
import { shareCalls } from './shares.ts'
import { taskCalls } from './tasks.ts'
import { tokenCalls } from './tokens.ts'
import { trashCalls } from './trash.ts'
import { viewCalls } from './views.ts'
import { wayCalls } from './ways.ts'
import { webhookCalls } from './webhooks.ts'

/** An endpoint with its schemas. */
export type ApiCall = Route & { readonly schema: EndpointSchema }

type Joined<Calls, Schemas> = {
  [Name in keyof Calls & keyof Schemas]: Calls[Name] & { readonly schema: Schemas[Name] }
}

function join<Calls extends Record<keyof Schemas, Route>, Schemas extends Record<string, EndpointSchema>>(
  calls: Calls,
  schemas: Schemas,
): Joined<Calls, Schemas> {
  const joined = Object.entries(schemas).map(([name, schema]) => [name, { ...calls[name], schema }])
  return Object.fromEntries(joined)
}

/** Every endpoint by its noun and name, with its schemas. The server mounts them, and programs can iterate over them. */
export const api = {
  health: join(healthCalls, healthSchemas),
  accounts: join(accountCalls, accountSchemas),
  secondFactor: join(secondFactorCalls, secondFactorSchemas),
  passkeys: join(passkeyCalls, passkeySchemas),
  securityEvents: join(securityEventCalls, securityEventSchemas),
  tokens: join(tokenCalls, tokenSchemas),
  oauth: join(oauthCalls, oauthSchemas),
  tasks: join(taskCalls, taskSchemas),
  claims: join(claimCalls, claimSchemas),
  imports: join(importCalls, importSchemas),
  files: join(fileCalls, fileSchemas),
  notes: join(noteCalls, noteSchemas),
  questions: join(questionCalls, questionSchemas),
  receipts: join(receiptCalls, receiptSchemas),
  reminders: join(reminderCalls, reminderSchemas),
  ways: join(wayCalls, waySchemas),
  history: join(historyCalls, historySchemas),
  git: join(gitCalls, gitSchemas),
  trash: join(trashCalls, trashSchemas),
  labels: join(labelCalls, labelSchemas),
  views: join(viewCalls, viewSchemas),
  archives: join(archiveCalls, archiveSchemas),
  calendars: join(calendarCalls, calendarSchemas),
  caldav: join(caldavCalls, caldavSchemas),
  meetings: join(meetingCalls, meetingSchemas),
  shares: join(shareCalls, shareSchemas),
  webhooks: join(webhookCalls, webhookSchemas),
  outgoingWebhooks: join(outgoingWebhookCalls, outgoingWebhookSchemas),
  issueSources: join(issueSourceCalls, issueSourceSchemas),
  live: join(liveCalls, liveSchemas),
  agents: join(agentCalls, agentSchemas),
}

/** Every endpoint. */
export const apiCalls: ApiCall[] = Object.values(api).flatMap((noun) => Object.values<ApiCall>(noun))
