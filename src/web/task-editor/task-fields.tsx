import { type ReactNode, useRef } from 'react'
import { formatDay } from '../../contract/format-day.ts'
import { repeatWords } from '../../contract/repeat-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { someday } from '../../contract/start-date.ts'
import { type Priority, priorities, type Status, statuses } from '../../contract/tasks.ts'
import { amountCommand, type CommandId } from '../commands/commands.ts'
import { runCommand, useCommands } from '../commands/use-commands.ts'
import { AmountField } from '../tasks/amount-field.tsx'
import { unreadDay } from '../tasks/day-field.tsx'
import { DueDateField } from '../tasks/due-date-field.tsx'
import { LabelsField } from '../tasks/labels-field.tsx'
import { labelsProblem } from '../tasks/labels-problem.ts'
import { priorityIcon, statusIcon } from '../tasks/marks.tsx'
import { NextDates } from '../tasks/next-dates.tsx'
import { somedayName } from '../tasks/snooze.ts'
import { useToday } from '../tasks/today.ts'
import { Field } from '../ui/field.tsx'
import { CheckIcon, RepeatIcon } from '../ui/icons.tsx'
import { SelectField } from '../ui/select-field.tsx'
import classes from './task-editor.module.css'
import { amounts, type Fields, type SideField } from './use-fields.ts'

interface Props {
  fields: Fields
  preferences: Preferences
  /** Completing a task with open parts needs a decision first. */
  onStatus: (status: Status) => void
  /** Whether the keys of a list lead to the fields: beside a list, they open its menus. */
  hasKeys?: boolean
}

/** Status, priority, dates and labels. Each is saved as it changes, and says so. */
export function TaskFields({ fields, preferences, onStatus, hasKeys = true }: Props) {
  const { values, type, save, finish, isRefused } = fields
  const box = useRef<HTMLDivElement>(null)
  const today = useToday()
  const focus = (selector: string) => box.current?.querySelector<HTMLElement>(selector)?.focus()
  const keys = Object.fromEntries(
    amounts.map(({ field }) => [amountCommand(field), () => focus(`[data-field="${field}"] input`)]),
  )
  useCommands(hasKeys ? { setLabels: () => focus('[role="combobox"]'), ...keys } : {})
  return (
    <div className={classes.fields} ref={box}>
      <Cell field="status" fields={fields}>
        <SelectField
          label="Status"
          start={statusIcon(values.status)}
          options={statuses}
          value={values.status}
          onChange={({ currentTarget }) => onStatus(currentTarget.value as Status)}
        />
      </Cell>
      <Cell field="priority" fields={fields}>
        <SelectField
          label="Priority"
          start={priorityIcon(values.priority)}
          options={priorities}
          value={values.priority}
          onChange={({ currentTarget }) => save('priority', currentTarget.value as Priority)}
        />
      </Cell>
      {(['dueDate', 'startDate'] as const).map((field) => (
        <Cell key={field} field={field} fields={fields}>
          <DueDateField
            label={field === 'dueDate' ? 'Due date' : 'Start date'}
            isOptional
            value={values[field] === someday ? null : values[field]}
            {...(field === 'startDate'
              ? { placeholder: values[field] === someday ? somedayName : 'No start date' }
              : {})}
            onChange={(day) => type(field, day)}
            onPick={(day) => save(field, day)}
            onClear={() => save(field, null)}
            onDone={() => finish(field)}
            error={isRefused && values[field] === unreadDay ? 'Please choose a day.' : undefined}
            preferences={preferences}
          />
        </Cell>
      ))}
      {amounts.map((amount) => (
        <Cell key={amount.field} field={amount.field} fields={fields}>
          <AmountField
            field={amount}
            isInline
            value={values[amount.field] ?? null}
            onChange={(value) => type(amount.field, value)}
            onDone={() => finish(amount.field)}
          />
        </Cell>
      ))}
      <Cell field="repeat" fields={fields}>
        <Field label="Repeat" start={<RepeatIcon size={14} />}>
          {(attributes) => (
            <button type="button" aria-haspopup="dialog" onClick={() => runCommand('setRepeat')} {...attributes}>
              {values.repeat
                ? sentence(repeatWords(values.repeat, (day) => formatDay(day, preferences.dateStyle)))
                : 'Does not repeat'}
            </button>
          )}
        </Field>
        {values.repeat && (
          <p className={classes.coming}>
            <NextDates
              repeat={values.repeat}
              due={values.dueDate || null}
              today={today}
              dateStyle={preferences.dateStyle}
            />
          </p>
        )}
      </Cell>
      <Cell field="labels" fields={fields}>
        <LabelsField
          value={values.labels}
          onChange={(labels) => (labelsProblem(labels) ? type('labels', labels) : save('labels', labels))}
        />
      </Cell>
    </div>
  )
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** The commands that open fields as sheets. Others are buttons or take numbers. */
const sheets: Partial<Record<SideField, CommandId>> = {
  status: 'setStatus',
  priority: 'setPriority',
  dueDate: 'setDue',
  startDate: 'snooze',
  labels: 'setLabels',
}

function Cell({ field, fields: { note }, children }: { field: SideField; fields: Fields; children: ReactNode }) {
  const sheet = sheets[field]
  return (
    <div className={classes.field} data-fields="quiet" data-field={field === 'dueDate' ? 'due' : field}>
      {children}
      {/* For fingers. Keyboards and screen readers use the field itself. */}
      {sheet && (
        <button
          type="button"
          className={classes.opens}
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => runCommand(sheet)}
        />
      )}
      <span className={classes.note} role="status">
        {note?.field === field && (
          <>
            <CheckIcon size={14} />
            {note.words}
          </>
        )}
      </span>
    </div>
  )
}
