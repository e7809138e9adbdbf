import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/accounts.ts'
import { parseDay } from '../../contract/calendar-day.ts'
import { isCalendarName } from '../../contract/calendars.ts'
import { isCriterionCommand, isCriterionText } from '../../contract/criterion-check.ts'
import { AppError } from '../../contract/errors.ts'
import { isKey } from '../../contract/idempotency-key.ts'
import { isForgeAccount, isForgeToken, isIssueLabel } from '../../contract/issue-sources.ts'
import { isMeetingCalendarName } from '../../contract/meetings.ts'
import { noteLimits } from '../../contract/notes.ts'
import { isOutgoingName } from '../../contract/outgoing-webhooks.ts'
import { isChoice } from '../../contract/questions.ts'
import { isCommand, isReceiptName, isReceiptSummary } from '../../contract/receipts.ts'
import { isReminder } from '../../contract/reminders.ts'
import { isShareAnswer, isShareName, isShareQuestion } from '../../contract/shares.ts'
import { isPageAddress } from '../../contract/source-page.ts'
import { allFields, type TextName } from '../../contract/task-fields.ts'
import { isLabel, isNewId } from '../../contract/tasks.ts'
import { isTimeZone } from '../../contract/time-zone.ts'
import { isTokenName } from '../../contract/tokens.ts'
import { isViewAddress, viewLimits } from '../../contract/views.ts'
import { isWebhookAuthor, isWebhookName } from '../../contract/webhooks.ts'
import { addressKey } from '../callers/address-key.ts'
import { lanes } from '../work/lanes.ts'

const hasLength = (minLength: number, maxLength: number) => (text: string) => {
  const trimmed = text.trim()
  // A character has at most two code units, so the characters of a text that is much too long need not be counted.
  if (trimmed.length > maxLength * 2) return false
  const length = [...trimmed].length
  return length >= minLength && length <= maxLength
}

/** A separate format for every text field of a task. A text that may be left out may also be empty. */
const texts = Object.fromEntries(
  allFields.flatMap(([name, { maxLength, initial }]) =>
    maxLength ? [[name, hasLength(initial === '' ? 0 : 1, maxLength)]] : [],
  ),
) as Record<TextName, ReturnType<typeof hasLength>>

const storedTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The formats of the schemas that are not built into the validator. */
export const formats = {
  username: hasLength(1, limits.username),
  day: (text: string) => parseDay(text) !== undefined,
  /** A time as rows have it. */
  'stored-time': (text: string) => storedTime.test(text) && !Number.isNaN(Date.parse(text)),
  amount: (text: string) => /^\d{1,9}$/.test(text),
  ...texts,
  label: isLabel,
  reminder: isReminder,
  'page-address': isPageAddress,
  note: hasLength(1, noteLimits.text),
  criterion: isCriterionText,
  'criterion-command': isCriterionCommand,
  choice: isChoice,
  command: isCommand,
  'receipt-name': isReceiptName,
  'receipt-summary': isReceiptSummary,
  'view-name': hasLength(1, viewLimits.name),
  'view-address': isViewAddress,
  'calendar-name': isCalendarName,
  'meeting-calendar-name': isMeetingCalendarName,
  'share-name': isShareName,
  'share-question': isShareQuestion,
  'share-answer': isShareAnswer,
  'hook-name': isWebhookName,
  'hook-author': isWebhookAuthor,
  'outgoing-name': isOutgoingName,
  'forge-token': isForgeToken,
  'forge-account': isForgeAccount,
  'issue-label': isIssueLabel,
  'token-name': isTokenName,
  'new-id': isNewId,
  'idempotency-key': isKey,
  'time-zone': (text: string) => text === '' || isTimeZone(text),
}

/** Parsing and checking a larger body delays other requests noticeably. */
const maxShortBody = 64 * 1024

/**
 * Accepts only JSON, and refuses text that a database cannot store unchanged: NUL and unpaired surrogates. The large bodies of one caller
 * are parsed one at a time, each followed by a rest.
 */
export function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  const large = lanes({ maxRunning: 1, maxWaiting: Number.POSITIVE_INFINITY, restsAsLong: true })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const accept = () => {
      const problem = unstorable(body)
      if (problem) done(problem)
      else void parse(request, body, done)
    }
    if (body.length <= maxShortBody) return accept()
    const caller = request.caller?.owner ?? addressKey(request.ip)
    void large.run(caller, async () => accept())
  })
  app.addHook('onRequest', (request, _reply, done) => done(request.url.includes('%00') ? nul() : undefined))
}

/** An unpaired surrogate. */
const half = /\\ud[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..)\\ud[c-f]/i

/** Finds both before parsing, because they can only be written as escapes. */
export function unstorable(json: string): AppError | undefined {
  if (!json.includes('\\u')) return undefined
  const escapes = json.replaceAll('\\\\', '  ')
  if (escapes.includes('\\u0000')) return nul()
  return half.test(escapes)
    ? new AppError('invalid_input', 'The input contains an incomplete character (an unpaired surrogate).')
    : undefined
}

const nul = () => new AppError('invalid_input', 'The input contains a NUL character, which is not allowed.')
