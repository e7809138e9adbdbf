import type { Preferences } from '../../contract/schemas/accounts.ts'
import { someday } from '../../contract/start-date.ts'
import { amountField, isKind, type NameOfKind } from '../../contract/task-fields.ts'
import { AmountField } from '../tasks/amount-field.tsx'
import { ChoiceField } from '../tasks/choice-field.tsx'
import { unreadDay } from '../tasks/day-field.tsx'
import { DueDateField } from '../tasks/due-date-field.tsx'
import { type EditedField, fieldTitle } from '../tasks/edited-fields.ts'
import { LabelsField } from '../tasks/labels-field.tsx'
import { labelsProblem } from '../tasks/labels-problem.ts'
import { NextDates } from '../tasks/next-dates.tsx'
import { ReminderField } from '../tasks/reminder-field.tsx'
import { RepeatField } from '../tasks/repeat-field.tsx'
import { somedayName } from '../tasks/snooze.ts'
import { useToday } from '../tasks/today.ts'
import classes from './task-editor.module.css'
import type { Fields } from './use-fields.ts'

interface Props<Field extends EditedField = EditedField> {
  field: Field
  fields: Fields
  preferences: Preferences
}

/** The field of a task, which its kind decides. Its value is saved as soon as it is complete. */
export function FieldEditor({ field, ...rest }: Props) {
  const { values, type, save, finish } = rest.fields
  if (isKind(field, 'choice'))
    return <ChoiceField field={field} hasIcon value={values[field]} onChange={(value) => save(field, value)} />
  if (isKind(field, 'day')) return <DayEditor field={field} {...rest} />
  if (isKind(field, 'amount'))
    return (
      <AmountField
        field={amountField(field)}
        isInline
        value={values[field] ?? null}
        onChange={(value) => type(field, value)}
        onDone={() => finish(field)}
      />
    )
  if (isKind(field, 'repeat')) return <RepeatEditor {...rest} />
  if (isKind(field, 'reminders')) return <ReminderField value={values[field]} dateStyle={rest.preferences.dateStyle} />
  return (
    <LabelsField
      value={values[field]}
      onChange={(labels) => (labelsProblem(labels) ? type(field, labels) : save(field, labels))}
    />
  )
}

function DayEditor({ field, fields, preferences }: Props<NameOfKind<'day'>>) {
  const { values, type, save, finish, isRefused } = fields
  const value = values[field]
  return (
    <DueDateField
      label={fieldTitle(field)}
      isOptional
      value={value === someday ? null : value}
      {...(field === 'startDate' ? { placeholder: value === someday ? somedayName : 'No start date' } : {})}
      onChange={(day) => type(field, day)}
      onPick={(day) => save(field, day)}
      onClear={() => save(field, null)}
      onDone={() => finish(field)}
      error={isRefused && value === unreadDay ? 'Please choose a day.' : undefined}
      preferences={preferences}
    />
  )
}

/** The repetition, with its next dates. */
function RepeatEditor({ fields: { values }, preferences: { dateStyle } }: Omit<Props, 'field'>) {
  const today = useToday()
  const { repeat, dueDate } = values
  return (
    <>
      <RepeatField value={repeat} dateStyle={dateStyle} />
      {repeat && (
        <p className={classes.coming}>
          <NextDates repeat={repeat} due={dueDate || null} today={today} dateStyle={dateStyle} />
        </p>
      )}
    </>
  )
}
