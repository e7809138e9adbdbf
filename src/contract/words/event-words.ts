import { tickedItem } from '../checklist-ticks.ts'
import type { EventKind } from '../history.ts'
import type { Preferences } from '../schemas/accounts.ts'
import type { Step, TaskEvent } from '../schemas/history.ts'
import type { Task } from '../schemas/tasks.ts'
import { claimChangeInWords } from './claim-change-words.ts'
import { holderInWords } from './claim-words.ts'
import { criteriaBack, criteriaInWords } from './criteria-words.ts'
import { type Field, fieldName, fields, formatField, type LinkedName } from './field-words.ts'
import { isLinkField, linksInWords } from './link-words.ts'
import { noteInWords } from './note-words.ts'
import { receiptInWords, receiptName } from './receipt-words.ts'
import { referenceInWords, referenceName } from './reference-words.ts'
import { reminderChangeInWords, remindersInWords } from './reminder-words.ts'
import { nameOf } from './task-names.ts'
import { authorInWords, madeInWords } from './via-words.ts'

type DateStyle = Preferences['dateStyle']
type Values = Pick<TaskEvent, 'before' | 'after'>

interface EventWords {
  /** The event in the activity, after the name of the user. */
  done: (values: Values & { via?: string | null }, style: DateStyle, linkedName: LinkedName) => string
  /** The effect of undoing it, after the name of the task. */
  undone: (values: Values & { taskCount: number }, style: DateStyle, linkedName: LinkedName) => string
}

const fileIn = (values: Values['before']) => values?.file?.name ?? 'a file'
const cannotBeUndone = () => 'cannot be undone'

const eventWords: Record<EventKind, EventWords> = {
  created: { done: () => 'created this task', undone: () => 'moved to the trash' },
  updated: {
    done: (values, style, linkedName) => {
      const changes = changedFields(values).map(({ field, before, after }) =>
        changeInWords(field, { before, after }, style, linkedName),
      )
      return [...claimChange(values), ...changes].join(' and ') || 'moved it on the board'
    },
    undone: ({ taskCount, ...values }, style, linkedName) => {
      const changed = changedFields(values)
      // Several tasks may have had different values before.
      if (taskCount > 1) {
        const names = changed.map(({ field }) => fieldName(field)).join(' and ')
        return names ? `with their former ${names}` : 'as before'
      }
      const effects = changed.map(({ field, before, after }) => {
        if (field === 'description') return descriptionBack(before, after)
        if (field === 'doneWhen') return criteriaBack(before as Task['doneWhen'], after as Task['doneWhen'])
        if (field === 'reminders') return `reminders back to ${remindersInWords(before as Task['reminders'], style)}`
        if (before === null) return `${fieldName(field)} removed`
        return `${fieldName(field)} back to ${formatField(field, before, style, linkedName)}`
      })
      const isMove = values.before?.position !== undefined
      return (
        [...effects, ...claimBack(values)].join(', ') ||
        (isMove ? 'back to the former place on the board' : 'as before')
      )
    },
  },
  trashed: { done: () => 'moved it to the trash', undone: () => 'restored from the trash' },
  restored: { done: () => 'restored it', undone: () => 'moved to the trash' },
  purged: { done: () => 'deleted it for good', undone: cannotBeUndone },
  attached: {
    done: ({ after }) => `attached ${fileIn(after)}`,
    undone: ({ after }) => `${fileIn(after)} moved to the trash`,
  },
  detached: {
    done: ({ before }) => `removed ${fileIn(before)}`,
    undone: ({ before }) => `${fileIn(before)} restored`,
  },
  referenced: {
    done: ({ before, after }) => referenceInWords(before?.reference, after?.reference),
    undone: ({ before, after }) =>
      `${referenceName(after?.reference ?? before?.reference)} ${after?.reference ? 'unlinked' : 'linked'}`,
  },
  noted: {
    done: ({ before, after }) => noteInWords(before?.note, after?.note),
    undone: ({ before, after }) => (!after ? 'note back' : before ? 'note as before' : 'note deleted'),
  },
  proved: {
    done: ({ before, after }) => receiptInWords(before?.receipt, after?.receipt),
    undone: ({ before, after }) =>
      before?.receipt
        ? `${receiptName(before.receipt)} proved again`
        : `receipt of ${receiptName(after?.receipt ?? { command: null, summary: null })} removed`,
  },
  erased: { done: ({ before }) => `deleted ${fileIn(before)} for good`, undone: cannotBeUndone },
}

/** A claim that ends because the work ends is not said: the status says it. */
function claimChange({ before, after, via = null }: Values & { via?: string | null }): string[] {
  if (after?.claim === undefined || (!after.claim && after.status)) return []
  const words = claimChangeInWords(before?.claim, after.claim, via)
  return words ? [words] : []
}

function claimBack({ before, after }: Values): string[] {
  if (after?.claim === undefined) return []
  return [before?.claim ? `held by ${holderInWords(before.claim.by)} again` : 'no longer held']
}

function changeInWords(
  field: Field,
  { before, after }: Pick<FieldChange, 'before' | 'after'>,
  style: DateStyle,
  linkedName: LinkedName,
): string {
  const name = fieldName(field)
  const inWords = (value: Task[Field]) => formatField(field, value, style, linkedName)
  if (isLinkField(field))
    return linksInWords(field, before as Task[typeof field], after as Task[typeof field], linkedName)
  if (field === 'doneWhen') return criteriaInWords(before as Task['doneWhen'], after as Task['doneWhen'])
  if (field === 'reminders')
    return reminderChangeInWords(before as Task['reminders'], after as Task['reminders'], style)
  if (isAbsent(after)) return `removed the ${name}`
  if (field === 'description') return descriptionInWords(before, after)
  if (field === 'startDate') return `snoozed it until ${inWords(after)}`
  if (isAbsent(before)) return `set the ${name} to ${inWords(after)}`
  return `changed the ${name} from ${inWords(before)} to ${inWords(after)}`
}

function descriptionInWords(before: Task[Field], after: Task[Field]): string {
  if (isAbsent(before)) return 'added a description'
  const tick = tickedItem(String(before), String(after))
  return tick ? `${tick.isDone ? 'ticked' : 'unticked'} “${tick.text}”` : 'changed the description'
}

function descriptionBack(before: Task[Field], after: Task[Field]): string {
  const tick = tickedItem(String(after), String(before))
  return tick ? `“${tick.text}” ${tick.isDone ? 'ticked' : 'unticked'} again` : 'description as before'
}

const isAbsent = (value: Task[Field]) => value === null || value === undefined || value === ''

interface FieldChange {
  field: Field
  before: Task[Field]
  after: Task[Field]
}

function changedFields({ before: old, after: now }: Values): FieldChange[] {
  return fields.flatMap((field) => {
    const [before, after] = [old?.[field], now?.[field]]
    return before === undefined || after === undefined ? [] : { field, before, after }
  })
}

/** An event in words, to follow the name of the user. */
export function describeEvent(event: TaskEvent, style: DateStyle, linkedName: LinkedName): string {
  const words = eventWords[event.kind].done(event, style, linkedName)
  return event.undoes === null ? words : `${words} (undo)`
}

/** The author of an event in words. */
export const describeAuthor = (name: string, { via }: Pick<TaskEvent, 'via'>): string => authorInWords(name, via)

/** The effect of an undo or redo step: `#12 Fix login: status back to Pending`, `7,500 tasks with their former priority`. Says how the change was made, if not in a browser. */
export function describeStep(
  step: Pick<Step, 'task' | 'taskCount' | 'kind' | 'before' | 'after'> & Partial<Pick<Step, 'via'>>,
  style: DateStyle,
  linkedName: LinkedName,
): string {
  const { task, taskCount } = step
  const which = taskCount === 1 ? `${nameOf(task)}:` : `${taskCount.toLocaleString('en')} tasks`
  return `${which} ${eventWords[step.kind].undone(step, style, linkedName)}${madeInWords(step.via)}`
}
