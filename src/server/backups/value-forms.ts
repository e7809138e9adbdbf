import { meetingLimits } from '../../contract/meetings.ts'
import { type ReceiptKind, receiptKinds } from '../../contract/receipts.ts'
import { isReminder } from '../../contract/reminders.ts'
import { idForm } from '../file-store/ids.ts'

/** The values that a column can have in a backup. */
export interface Form {
  /** Completes the sentence "The value is not …". */
  is: string
  fits(value: unknown): boolean
  /** Whether it is the id of an account, which the backup must have. */
  isOwner?: boolean
}

export const text: Form = { is: 'a text', fits: (value) => typeof value === 'string' && isStorable(value) }
export const number: Form = { is: 'a number', fits: Number.isFinite }
/** A count, or a number of bytes. */
export const count: Form = {
  is: 'a whole number from 0',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
}
/** The number of an event. Those of an imported history are below 1. */
export const eventNumber: Form = { is: 'a whole number', fits: Number.isSafeInteger }
/** In milliseconds. A later one than a calendar has would end the code that formats it. */
export const time: Form = { is: 'a time', fits: (value) => count.fits(value) && Number(value) <= 8.64e15 }
/** As tasks, files, notes and events have it. */
export const isoTime: Form = {
  is: 'a time',
  fits: (value) => typeof value === 'string' && isoForm.test(value) && !Number.isNaN(Date.parse(value)),
}
const isoForm = /^[+-]?\d{4,6}-\d{2}-\d{2}T[\d:.]+Z$/

/** JSON of some form. Code that reads it relies on that. */
const jsonOf = (is: string, fits: (value: unknown) => boolean): Form => ({
  is,
  fits: (value) => text.fits(value) && fits(parsed(value as string)),
})
export const record = jsonOf('a JSON object', isRecord)
export const list = jsonOf('a JSON list', Array.isArray)
export const texts = jsonOf('a JSON list of texts', (value) => Array.isArray(value) && value.every(isText))
export const repeat = jsonOf('a repetition', (value) => isRecord(value) && isText(value.rule) && isText(value.from))
export const shareQuestion = jsonOf(
  'a question to readers',
  (value) => isRecord(value) && isText(value.text) && Array.isArray(value.choices) && value.choices.every(isText),
)
export const claim = jsonOf(
  'a claim',
  (value) =>
    isRecord(value) &&
    [value.until, value.at].every(isoTime.fits) &&
    isText(value.by) &&
    count.fits(value.minutes) &&
    (value.lost === undefined || (Array.isArray(value.lost) && value.lost.every(isText))),
)
export const criteria = jsonOf(
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
export const reminders = jsonOf(
  'a list of reminders',
  (value) => Array.isArray(value) && value.every((one) => isText(one) && isReminder(one)),
)
export const meetings = jsonOf(
  'a list of meetings',
  (value) =>
    Array.isArray(value) &&
    value.length <= meetingLimits.meetings &&
    value.every(
      (one) =>
        isRecord(one) &&
        [one.start, one.end].every(isTimeOfMeeting) &&
        isText(one.title) &&
        (one.place === null || isText(one.place)) &&
        typeof one.isBusy === 'boolean',
    ),
)
const isTimeOfMeeting = (value: unknown) =>
  isText(value) && /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ?)?$/.test(value) && !Number.isNaN(Date.parse(value))
export const proof = jsonOf(
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
export const issueValues = jsonOf(
  'the values of an issue',
  (value) =>
    isRecord(value) &&
    ['title', 'description'].every((name) => value[name] === undefined || isText(value[name])) &&
    (value.labels === undefined || (Array.isArray(value.labels) && value.labels.every(isText))) &&
    (value.dueDate === undefined || value.dueDate === null || isText(value.dueDate)),
)
export const bytes: Form = { is: 'a list of bytes', fits: (value) => value instanceof Uint8Array }

export const matching = (is: string, form: RegExp): Form => ({
  is,
  fits: (value) => typeof value === 'string' && form.test(value),
})
export const id = matching('a UUID', idForm)
export const owner: Form = { ...id, isOwner: true }
export const sha256 = matching('a SHA-256 hash', /^[0-9a-f]{64}$/)

export const orNull = (form: Form): Form => ({ ...form, fits: (value) => value === null || form.fits(value) })
export const oneOf = (choices: readonly string[]): Form => ({
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
