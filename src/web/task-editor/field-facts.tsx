import { formatDay } from '../../contract/format-day.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { isSnoozed } from '../../contract/start-date.ts'
import { amountField, isKind } from '../../contract/task-fields.ts'
import { amountInWords } from '../../contract/words/amount-words.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { remindersInWords } from '../../contract/words/reminder-words.ts'
import { snoozedWords } from '../../contract/words/snooze-words.ts'
import { runCommand } from '../commands/use-commands.ts'
import { type EditedField, fieldCommands, fieldTitle } from '../tasks/edited-fields.ts'
import { LabelTag } from '../tasks/label-tag.tsx'
import { DueMark, PriorityMark, StatusMark } from '../tasks/marks.tsx'
import { useToday } from '../tasks/today.ts'
import { BellIcon, CheckIcon, GaugeIcon, RepeatIcon, SnoozeIcon } from '../ui/icons.tsx'
import classes from './field-facts.module.css'
import { type Fields, shownFields } from './use-fields.ts'

interface Props {
  fields: Fields
  dateStyle: Preferences['dateStyle']
}

/** The fields of a task on a narrow screen: two lines of facts, each of which opens its field as a sheet. Those without a value are in its menu. */
export function FieldFacts({ fields, dateStyle }: Props) {
  const facts = (shown: EditedField[]) =>
    shown.map((field) => <Fact key={field} field={field} fields={fields} dateStyle={dateStyle} />)
  const others = shownFields.filter((field) => !isFirst(field) && !isEmpty(fields.values[field]))
  return (
    <div className={classes.facts}>
      <div className={classes.line}>{facts(shownFields.filter(isFirst))}</div>
      {others.length > 0 && <div className={classes.line}>{facts(others)}</div>}
    </div>
  )
}

/** The facts of the first line, which every task has. */
const isFirst = (field: EditedField) => isKind(field, 'choice') || field === 'dueDate'
const isEmpty = (value: unknown) => ['', 'null', 'undefined'].includes(String(value))

function Fact({ field, fields, dateStyle }: Props & { field: EditedField }) {
  const note = fields.note?.field === field ? fields.note.words : undefined
  return (
    <button
      type="button"
      className={`plain-button ${classes.fact}`}
      data-field={field}
      aria-haspopup="dialog"
      onClick={() => runCommand(fieldCommands[field])}
    >
      <span className="visually-hidden">{fieldTitle(field)}: </span>
      {contentOf({ field, values: fields.values, dateStyle })}
      <span className={classes.note} role="status">
        {note && (
          <>
            <CheckIcon size={14} />
            <span className="visually-hidden">{note}</span>
          </>
        )}
      </span>
    </button>
  )
}

interface Shown extends Omit<Props, 'fields'> {
  field: EditedField
  values: Fields['values']
}

function contentOf({ field, values, dateStyle }: Shown) {
  const { status, priority, repeat, labels } = values
  if (field === 'status') return <StatusMark status={status} />
  if (field === 'priority') return <PriorityMark priority={priority} />
  if (field === 'dueDate')
    return <DueMark task={{ ...values, dueDate: values.dueDate || null, completedAt: null }} dateStyle={dateStyle} />
  if (field === 'labels') return labels.map((label) => <LabelTag key={label} label={label} />)
  if (field === 'reminders')
    return (
      <>
        <BellIcon size={14} />
        {capitalised(remindersInWords(values.reminders, dateStyle))}
      </>
    )
  if (field === 'repeat')
    return (
      <>
        <RepeatIcon size={14} />
        {repeat && capitalised(repeatWords(repeat, (day) => formatDay(day, dateStyle)))}
      </>
    )
  if (isKind(field, 'amount'))
    return (
      <>
        <GaugeIcon size={14} />
        {amountInWords(amountField(field), values[field] ?? 0)}
      </>
    )
  return <StartFact values={values} dateStyle={dateStyle} />
}

function StartFact({ values: { startDate, status }, dateStyle }: Omit<Shown, 'field'>) {
  const today = useToday()
  if (!startDate) return null
  const day = startDate.slice(0, 10)
  return (
    <>
      <SnoozeIcon size={14} />
      {isSnoozed({ startDate, status }, today)
        ? snoozedWords(day, dateStyle, today)
        : `From ${formatDay(day, dateStyle)}`}
    </>
  )
}
