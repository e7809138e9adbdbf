import '@mantine/dates/styles.css'
import { DateInput } from '@mantine/dates'
import { parseDay } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'

interface Props {
  label: string
  value: string | null
  onChange: (day: string | null) => void
  error?: string | undefined
  preferences: Pick<Preferences, 'dateStyle' | 'weekStart'>
}

const formats: Record<Preferences['dateStyle'], string> = {
  'month-first': 'MMM D, YYYY',
  'day-first': 'D MMM YYYY',
  iso: 'YYYY-MM-DD',
}
const firstDays: Record<Preferences['weekStart'], 0 | 1 | 6> = { sunday: 0, monday: 1, saturday: 6 }

/** A calendar day, typed or picked. Days have no time zone: the value is the text `2026-11-14`. */
export function DueDateField({ label, value, onChange, error, preferences }: Props) {
  return (
    <DateInput
      label={label}
      value={value}
      onChange={onChange}
      error={error}
      valueFormat={formats[preferences.dateStyle]}
      firstDayOfWeek={firstDays[preferences.weekStart]}
      dateParser={typedDay}
      placeholder="2026-11-14"
      highlightToday
      clearable={false}
      popoverProps={{ transitionProps: { duration: 120 } }}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}

/** What people type: the ISO form, or whatever the browser understands as a date. */
function typedDay(text: string): string | null {
  const iso = parseDay(text.trim())
  if (iso) return iso
  const date = new Date(`${text} 12:00`)
  return Number.isNaN(date.getTime())
    ? null
    : [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-')
}
