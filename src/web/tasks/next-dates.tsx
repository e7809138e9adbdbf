import { formatNearDay } from '../../contract/format-day.ts'
import { firstDue, nextDays, type Repeat } from '../../contract/repeat.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'

interface Props {
  repeat: Repeat
  due: string | null
  today: string
  dateStyle: Preferences['dateStyle']
}

/** The next three dates of a repeating task. */
export function NextDates({ repeat, due, today, dateStyle }: Props) {
  const days = nextDays(repeat, { dueDate: due ?? firstDue(repeat, today), today }, 3)
  if (!days.length) return 'This is the last date.'
  return (
    <>
      Next: <span className="mono">{days.map((day) => formatNearDay(day, dateStyle, today)).join(' · ')}</span>
    </>
  )
}
