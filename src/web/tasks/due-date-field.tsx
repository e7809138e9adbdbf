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
  /** Nothing while what is typed is no day. */
  onChange: (day: string | null) => void
  /** A day was chosen in the calendar. */
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

/** A text that is no day. */
interface Unread {
  /** What was set before, and is again when the text is emptied. */
  before: string | null
  /** Said only then: whoever is still typing is not wrong yet. */
  left: boolean
}

/** A calendar day, typed or picked. Days have no time zone: the value is the text `2026-11-14`. */
export function DueDateField({ label, value, onChange, onPick, error, preferences }: Props) {
  const { dateStyle, weekStart } = preferences
  const today = useToday()
  const [typed, setTyped] = useState<Unread>()
  const unread = value === null ? typed : undefined
  const wrong = unread && (unread.left || Boolean(error))

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
    setTyped({ before, left: false })
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
      onBlur={() => setTyped(unread && { ...unread, left: true })}
      getDayProps={(day) => ({ onClick: () => onPick?.(day) })}
      placeholder={formatDay(addDays(today, 7), dateStyle)}
      highlightToday
      hideOutsideDates
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
      clearable={false}
      // The calendar would hide what is said below the field.
      popoverProps={{ disabled: wrong ?? false, transitionProps: { duration: 120 } }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}
