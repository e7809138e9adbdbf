import { limits } from './accounts.ts'
import { calendarLimits } from './calendars.ts'
import { criterionCommandWords, criterionTextWords } from './criterion-check.ts'
import { maxKeyLength } from './idempotency-key.ts'
import { issueSourceLimits } from './issue-sources.ts'
import { meetingLimits } from './meetings.ts'
import { noteLimits } from './notes.ts'
import { outgoingLimits } from './outgoing-webhooks.ts'
import { plainNameWords } from './plain-names.ts'
import { questionLimits } from './questions.ts'
import { receiptLimits } from './receipts.ts'
import { maxDaysBefore } from './reminders.ts'
import { shareLimits } from './shares.ts'
import { taskLimits } from './tasks.ts'
import { tokenLimits } from './tokens.ts'
import { viewLimits } from './views.ts'
import { webhookLimits } from './webhooks.ts'

/** The formats of the schemas in words that follow "must". */
export const formatWords: Record<string, string> = {
  'time-zone': 'be the name of a time zone, such as Europe/Berlin',
  email: 'be an email address, such as ana@example.com',
  username: `have 1 to ${limits.username} characters`,
  day: 'be a day that exists, such as 2026-11-14',
  amount: 'be a whole number, such as 3',
  title: `have 1 to ${taskLimits.title} characters`,
  description: `have at most ${taskLimits.description} characters`,
  note: `have 1 to ${noteLimits.text} characters`,
  criterion: criterionTextWords,
  'criterion-command': criterionCommandWords,
  choice: plainNameWords(questionLimits.choice),
  command: plainNameWords(receiptLimits.command),
  'receipt-name': plainNameWords(receiptLimits.name),
  'receipt-summary': plainNameWords(receiptLimits.summary),
  'view-name': `have 1 to ${viewLimits.name} characters`,
  'view-address': `be a path that begins with /, without spaces, and have at most ${viewLimits.address} characters`,
  'hook-author': `be an email address or a user name, without spaces, of at most ${webhookLimits.author} characters`,
  'token-name': plainNameWords(tokenLimits.name),
  'calendar-name': plainNameWords(calendarLimits.name),
  'meeting-calendar-name': plainNameWords(meetingLimits.name),
  'share-name': plainNameWords(shareLimits.name),
  'share-question': plainNameWords(shareLimits.question),
  'share-answer': `have 1 to ${shareLimits.answer} characters in at most 20 lines, without control characters and invisible ones`,
  'hook-name': plainNameWords(webhookLimits.name),
  'outgoing-name': plainNameWords(outgoingLimits.name),
  'forge-token': `be a token of a forge: at most ${issueSourceLimits.token} letters, digits and signs, without spaces`,
  'forge-account': `be a user name, without spaces, of at most ${issueSourceLimits.account} characters`,
  'issue-label': plainNameWords(issueSourceLimits.label),
  'date-time': 'be a time with its time zone, such as 2027-01-31T00:00:00Z',
  'new-id': 'be a UUID in lower case, such as 0198a3c2-7d1e-7abc-8def-0123456789ab',
  'idempotency-key': `have 1 to ${maxKeyLength} characters, which are letters of A to Z, digits, - or _`,
  reminder: `be a day and a time such as 2026-11-20T15:00, or due-2T09:00 for 2 days before the due date, up to due-${maxDaysBefore}`,
  'page-address': 'be the complete address of a page, such as https://example.com/issues/12',
  label: `be a label of 1 to ${taskLimits.label} letters, digits, - or _`,
}

/** A finding of the validator Ajv, with the keyword of JSON Schema. */
export interface Issue {
  keyword: string
  instancePath: string
  params: object
  message?: string | undefined
}

/** Explains to a user which field is invalid, and why. `whole` names the input itself. */
export function problemIn(issues: readonly Issue[] | undefined, whole = 'The input'): string {
  const issue = issues?.[0]
  if (!issue) return 'The input is not valid.'
  return sentence(issue.instancePath.slice(1).replaceAll('/', '.') || whole, issue)
}

/** Shortens the name of a field, which may be as long as the body. */
const shortened = (name: unknown) => `${name}`.replace(/(?<=^.{100}).+$/s, '…')

function typeName(type: unknown): string {
  if (type === 'null') return 'null'
  const noun = type === 'array' ? 'list' : String(type)
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

function sentence(field: string, { keyword, params, message }: Issue): string {
  const value = params as Record<string, unknown>
  const inside = (name: unknown) => (/^The /.test(field) ? shortened(name) : `${field}.${shortened(name)}`)
  const plural = (limit: unknown, noun: string) => `${limit} ${noun}${limit === 1 ? '' : 's'}`
  switch (keyword) {
    case 'required':
      return `${inside(value.missingProperty)} is required.`
    case 'additionalProperties':
      return `${inside(value.additionalProperty)} is not a known field.`
    case 'type':
      return `${field} must be ${[value.type].flat().map(typeName).join(' or ')}.`
    case 'enum':
      return `${field} must be one of ${(value.allowedValues as unknown[]).map((allowed) => allowed || '""').join(', ')}.`
    case 'minLength':
      return value.limit === 1
        ? `${field} must not be empty.`
        : `${field} must have at least ${plural(value.limit, 'character')}.`
    case 'maxLength':
      return `${field} must have at most ${plural(value.limit, 'character')}.`
    case 'minimum':
      return `${field} must be at least ${value.limit}.`
    case 'maximum':
      return `${field} must be at most ${value.limit}.`
    case 'minItems':
      return `${field} must have at least ${plural(value.limit, 'item')}.`
    case 'maxItems':
      return `${field} must have at most ${plural(value.limit, 'item')}.`
    case 'minProperties':
      return `${field} must have at least ${plural(value.limit, 'field')}.`
    case 'uniqueItems':
      return `${field} must not contain duplicates.`
    case 'format':
      return `${field} must ${formatWords[String(value.format)] ?? `be a valid ${value.format}`}.`
    default:
      return `${field} ${message ?? 'is not valid'}.`
  }
}
