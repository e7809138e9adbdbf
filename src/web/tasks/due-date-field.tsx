import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { useState } from 'react'
import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { formatDay } from '../ui/format-day.ts'
import { typedDay } from './days-in-words.ts'
import { useToday } from './today.ts'

interface Props {
  label: string
  value: string | null
  /** Called with null while the typed text is not a day. */
  onChange: (day: string | null) => void
  /** Called when a day is chosen in the calendar. */
  onPick?: (day: string) => void
  error?: string | undefined
  preferences: Pick<Preferences, 'dateStyle' | 'weekStart'>
}

const formats: Record<Preferences['dateStyle'], string> = {
  'month-first': 'MMM D, YYYY',
  'day-first': 'D MMM YYYY',
  iso: 'YYYY-MM-DD',
}
const firstDays: Record<Preferences['weekStart'], 0 | 1 | 6> = { sunday: 0, monday: 1, saturday: 6 }
const notADay = 'That is not a day. Try 2026-11-20, 20 Nov or friday.'

/** Typed text that is not a day. */
interface Unread {
  /** The day before; set again if the text is cleared. */
  before: string | null
  /** Whether the field was left. Before that, no error is shown, because the user is still typing. */
  isLeft: boolean
}

/** A field for a calendar day, typed or picked. The value is a text such as `2026-11-14`, without a time zone. */
export function DueDateField({ label, value, onChange, onPick, error, preferences }: Props) {
  const { dateStyle, weekStart } = preferences
  const today = useToday()
  const [typed, setTyped] = useState<Unread>()
  const unread = value === null ? typed : undefined
  const wrong = unread && (unread.isLeft || Boolean(error))

  const change = (day: string | null) => {
    setTyped(undefined)
    onChange(day)
  }
  const read = (text: string): string | null => {
    const before = unread ? unread.before : value
    if (!text.trim()) return before
    const day = typedDay(text, { dateStyle, now: new Date() })
    if (day) return day
    onChange(null)
    setTyped({ before, isLeft: false })
    return null
  }
  return (
    <DateInput
      label={label}
      value={value}
      onChange={change}
      error={wrong ? notADay : error}
      valueFormat={formats[dateStyle]}
      firstDayOfWeek={firstDays[weekStart]}
      dateParser={read}
      fixOnBlur={!unread}
      onBlur={() => setTyped(unread && { ...unread, isLeft: true })}
      getDayProps={(day) => ({ onClick: () => onPick?.(day) })}
      placeholder={formatDay(addDays(today, 7), dateStyle)}
      highlightToday
      hideOutsideDates
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      clearable={false}
      // The calendar would cover the error below the field.
      popoverProps={{ disabled: wrong ?? false, transitionProps: { duration: 120 } }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}
