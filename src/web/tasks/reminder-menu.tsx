import { type FormEvent, useState } from 'react'
import { addDays } from '../../contract/calendar-day.ts'
import { reminderOf, usualTime } from '../../contract/reminders.ts'
import { isSameValue } from '../../contract/task-fields.ts'
import { dayOf } from '../../contract/task-lists/due.ts'
import { taskLimits } from '../../contract/tasks.ts'
import { capitalised } from '../../contract/words/capitalised.ts'
import { reminderWords } from '../../contract/words/reminder-words.ts'
import { Button } from '../ui/button.tsx'
import { CloseButton } from '../ui/close-button.tsx'
import { selectNow } from '../ui/dialog.tsx'
import { BellIcon } from '../ui/icons.tsx'
import { Listbox } from '../ui/listbox.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { MenuProps } from './edited-fields.ts'
import classes from './reminder-menu.module.css'
import repeatClasses from './repeat-menu.module.css'
import { readingTime, useToday } from './today.ts'
import { loadWordReader, notLoaded, useWordReader } from './word-reader.ts'

const notUnderstood = 'That is not a time. Try 15:00, friday 9am or 2 days before.'
const needsDue = 'Set a due date first, or give a day and a time.'
const isFull = `A task has at most ${taskLimits.reminders} reminders.`

/** When the user is reminded of tasks: typed in words, or chosen from the most common times. */
export function ReminderMenu({ tasks, preferences: { dateStyle }, onChoose }: Omit<MenuProps, 'field'>) {
  const today = useToday()
  const [first] = tasks
  const isShared = tasks.every((task) => isSameValue(task.reminders, first?.reminders))
  const present = isShared ? (first?.reminders ?? []) : []
  const areDated = tasks.every((task) => task.dueDate)
  const due = areDated && first ? dayOf(first) : undefined
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const reader = useWordReader()

  const add = (reminder: string) => {
    if (present.length >= taskLimits.reminders) setError(isFull)
    else onChoose({ reminders: [...new Set([...present, reminder])] })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { typedReminder } = reader ?? (await loadWordReader().catch(() => undefined)) ?? {}
    if (!typedReminder) return setError(notLoaded)
    const reading = { dateStyle, now: readingTime(), clock: new Date().toTimeString().slice(0, 5) }
    const reminder = typedReminder(text, due, reading)
    if (reminder) add(reminder)
    else setError(typedReminder(text, today, reading) ? needsDue : notUnderstood)
  }
  const options = usualReminders(due, today)
    .filter((reminder) => !present.includes(reminder))
    .map((reminder) => ({ value: reminder, label: capitalised(reminderWords(reminder, dateStyle)) }))
  return (
    <form className={repeatClasses.menu} noValidate onSubmit={submit}>
      {present.length > 0 && (
        <ul className={classes.list}>
          {present.map((reminder) => {
            const words = capitalised(reminderWords(reminder, dateStyle))
            return (
              <li key={reminder}>
                <BellIcon size={14} />
                <span>{words}</span>
                <CloseButton
                  label={`Remove ${words}`}
                  onClick={() => onChoose({ reminders: present.filter((other) => other !== reminder) })}
                />
              </li>
            )
          })}
        </ul>
      )}
      {!isShared && (
        <p className={repeatClasses.dates}>These tasks have different reminders, which a new one replaces.</p>
      )}
      <div className={repeatClasses.typed}>
        <TextField
          ref={selectNow}
          label="In words"
          placeholder={due ? '15:00, or 2 days before' : 'friday 15:00'}
          autoComplete="off"
          data-autofocus
          value={text}
          error={error}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" variant="default">
          Add
        </Button>
      </div>
      <Listbox label="Common times" isAutoFocused={false} options={options} current={[]} onChoose={add} />
    </form>
  )
}

/** The most common reminders: around the due date, or the next days of a task without one. */
function usualReminders(due: string | undefined, today: string): string[] {
  const before = (daysBefore: number) => reminderOf({ day: undefined, daysBefore, time: usualTime })
  const on = (day: string) => reminderOf({ day, daysBefore: 0, time: usualTime })
  return due ? [0, 1, 2, 7].map(before) : [1, 2, 7].map((days) => on(addDays(today, days)))
}
