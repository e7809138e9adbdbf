import type { EventKind } from '../history.ts'
import { plainName } from '../plain-names.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { LeftAlone, TaskUndo } from '../schemas/history.ts'
import { tokenOfVia } from '../via.ts'
import { capitalised } from './capitalised.ts'
import { timeOfClaim } from './claim-words.ts'
import { criteriaLines } from './criteria-words.ts'
import { describeEvent } from './event-words.ts'
import { type Field, fieldName, fields, formatField, type LinkedName } from './field-words.ts'
import { webhookInWords } from './reference-words.ts'

interface Style {
  dateStyle: Preferences['dateStyle']
  linkedName: LinkedName
  now: string
}

/** One effect of an undo: `Due date Nov 24`, `Nov 21`. */
export interface UndoLine {
  was: string
  willBe: string
}

const listed = new Intl.ListFormat('en')
const counted = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

export const changesInWords = (count: number) => counted(count, 'change')
export const tasksInWords = (count: number) => counted(count, 'task')

/** The result of undoing the work of a token. */
export const undoneWords = (name: string, count: number): string =>
  count ? `Undid ${changesInWords(count)} by ${name}.` : nothingBy(name)

export const nothingBy = (name: string) => `${name} changed nothing in this time.`

/** The noun for an event of each kind, beside the fields of a task. */
const nouns: Record<EventKind, string> = {
  created: 'task',
  updated: 'change',
  trashed: 'task',
  restored: 'task',
  purged: 'task',
  attached: 'file',
  detached: 'file',
  erased: 'file',
  referenced: 'reference',
  noted: 'note',
  proved: 'proof',
}

const effects = { removed: 'removed, kept in the history', back: 'back', former: 'as before' }
const places = { trash: ['Added', 'Trash'], 'trash again': ['Restored', 'Trash'], back: ['Deleted', 'back'] } as const

/** The effects of an undo on one task, one a line. */
export function undoLines(undo: TaskUndo, name: string, style: Style): UndoLine[] {
  const [done, place] = (undo.place && places[undo.place]) ?? []
  const moved = done && place ? [{ was: `${done} by ${name}`, willBe: place }] : []
  const others = Object.entries(effects).flatMap(([effect, willBe]) => {
    const same = undo.others.filter((one) => one.effect === effect)
    const was = listed.format(same.map(({ kind, count }) => counted(count, nouns[kind])))
    return was ? [{ was, willBe }] : []
  })
  return [...moved, ...fieldLines(undo, style), ...claimLine(undo, style), ...others]
}

function fieldLines({ before, after }: TaskUndo, { dateStyle, linkedName }: Style): UndoLine[] {
  return fields.flatMap((field) => {
    const [was, willBe] = [before?.[field], after?.[field]]
    if (was === undefined || willBe === undefined) return []
    const name = capitalised(fieldName(field))
    if (field === 'description') return [{ was: name, willBe: 'as before' }]
    if (field === 'doneWhen') return criteriaLines(before?.doneWhen, after?.doneWhen)
    const inWords = (value: typeof was) => formatField(field, value, dateStyle, linkedName)
    return [{ was: was === 'Completed' ? was : `${name} ${inWords(was)}`, willBe: inWords(willBe) }]
  })
}

function claimLine({ before, after }: TaskUndo, { now }: Style): UndoLine[] {
  if (!before?.claim || after?.claim === undefined) return []
  return [{ was: `Claim, ${timeOfClaim(before.claim, now)}`, willBe: after.claim ? 'as before' : 'released' }]
}

/** The author of a later change: `you`, `release-bot`, `GitHub push`. */
function authorOf(via: string | null): string {
  const token = tokenOfVia(via)
  return token === undefined ? (webhookInWords(via) ?? (via === 'system' ? 'Taskdeck' : 'you')) : plainName(token)
}

/** Why something is left alone: the field, if it is one, and the later change: `Due date`, `release-bot set it to Nov 25`. */
export function leftInWords({ fields: left, event }: LeftAlone, { dateStyle, linkedName }: Style) {
  const author = authorOf(event.via)
  const field = fields.find((one) => left.includes(one) && event.after?.[one] !== undefined)
  if (!field) return { field: '', later: `${author} ${describeEvent(event, dateStyle, linkedName)}` }
  return { field: capitalised(fieldName(field)), later: `${author} ${setTo(field, event, dateStyle, linkedName)}` }
}

function setTo(field: Field, { after }: LeftAlone['event'], dateStyle: Style['dateStyle'], linkedName: LinkedName) {
  const value = after?.[field]
  return field === 'description' ? 'changed it' : `set it to ${formatField(field, value, dateStyle, linkedName)}`
}
