import '@mantine/core/styles/Popover.css'
import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { useState } from 'react'
import { typedDay } from '../../contract/quick-add/days-in-words.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { noDate } from '../../contract/task-lists/due.ts'
import classes from './due-date-field.module.css'

interface Props {
  label: string
  value: string | null
  /** Whether the user may choose no day. */
  isOptional?: boolean
  /** Called with null if no day is chosen, and with an empty text while the typed text is not a day. */
  onChange: (day: string | null) => void
  /** Called when a day is chosen in the calendar. */
  onPick?: (day: string) => void
  /** Called when the user chooses no day. */
  onClear?: () => void
  /** Called when the user leaves the field or presses Enter. */
  onDone?: () => void
  error?: string | undefined
  /** Shown while no day is chosen. */
  placeholder?: string
  preferences: Pick<Preferences, 'dateStyle' | 'weekStart'>
}

const formats: Record<Preferences['dateStyle'], string> = {
  'month-first': 'MMM D, YYYY',
  'day-first': 'D MMM YYYY',
  iso: 'YYYY-MM-DD',
}
const firstDays: Record<Preferences['weekStart'], 0 | 1 | 6> = { sunday: 0, monday: 1, saturday: 6 }
/** The value while the typed text is not a day. */
export const unreadDay = ''
const notADay = 'That is not a day. Try 2026-11-20, 20 Nov or friday.'

/** Typed text that is not a day. */
interface Unread {
  /** The day before; set again if the text is cleared and a day is required. */
  before: string | null
  /** Whether the field was left. Before that, no error is shown, because the user is still typing. */
  isLeft: boolean
}

/** A field for a calendar day, typed or picked. The value is a text such as `2026-11-14`, without a time zone. */
export function DueDateField({
  label,
  value,
  isOptional = false,
  onChange,
  onPick,
  onClear,
  onDone,
  error,
  placeholder = isOptional ? noDate : 'Choose a day',
  preferences,
}: Props) {
  const { dateStyle, weekStart } = preferences
  const [typed, setTyped] = useState<Unread>()
  // Opens by a click, by typing, or by the arrow down, not by the focus alone: the calendar would cover what the user reaches next with Tab.
  const [isOpen, setOpen] = useState(false)
  const unread = value ? undefined : typed
  const wrong = unread && (unread.isLeft || Boolean(error))

  const change = (day: string | null) => {
    setTyped(undefined)
    onChange(day)
  }
  const read = (text: string): string | null => {
    setOpen(true)
    const before = unread ? unread.before : value
    if (!text.trim()) return isOptional ? null : before
    const day = typedDay(text, { dateStyle, now: new Date() })
    if (day) return day
    onChange(unreadDay)
    setTyped({ before, isLeft: false })
    return null
  }
  const leave = () => {
    setOpen(false)
    setTyped(unread && { ...unread, isLeft: true })
    onDone?.()
  }
  const pick = (day: string) => {
    setOpen(false)
    onPick?.(day)
  }
  const clear = () => {
    change(null)
    onClear?.()
  }
  return (
    <DateInput
      label={label}
      value={value || null}
      onChange={change}
      error={wrong ? notADay : error}
      valueFormat={formats[dateStyle]}
      firstDayOfWeek={firstDays[weekStart]}
      dateParser={read}
      fixOnBlur={!unread}
      onBlur={leave}
      onClick={() => setOpen(true)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') leave()
        if (key === 'Escape' && !isOpen) currentTarget.blur()
        if (key === 'Escape') setOpen(false)
        if (key === 'ArrowDown') setOpen(true)
      }}
      getDayProps={(day) => ({ onClick: () => pick(day) })}
      placeholder={placeholder}
      classNames={{
        day: classes.day ?? '',
        calendarHeaderControl: classes.step ?? '',
        calendarHeaderLevel: classes.month ?? '',
      }}
      highlightToday
      hideOutsideDates
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      clearable={isOptional}
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': noDate, title: noDate, tabIndex: 0, onClick: clear }}
      popoverProps={{
        // The calendar would cover the error below the field.
        opened: isOpen && !wrong,
        // A key after the click that closed it is a command again.
        transitionProps: { duration: 120, exitDuration: 0 },
        // Inside the landmark of the page, where screen readers find it.
        portalProps: { target: '#main' },
      }}
      // Only a day has the font of a value: the words in its place must not look like one.
      styles={value || unread ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}}
    />
  )
}
