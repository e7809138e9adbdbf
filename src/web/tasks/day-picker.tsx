import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { addDays } from '../../contract/calendar-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import controls from '../ui/controls.module.css'
import { BackIcon, ForwardIcon } from '../ui/icons.tsx'
import classes from './day-picker.module.css'
import { addMonths, monthOf, weeksOfMonth } from './month.ts'

interface Props {
  /** The day whose month is shown. The arrow keys start from it. */
  shown: string
  onShow: (day: string) => void
  chosen: string | null
  today: string
  weekStart: Preferences['weekStart']
  onPick: (day: string) => void
}

const formatted = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}
const monthInWords = formatted({ month: 'long', year: 'numeric' })
const dayInWords = formatted({ day: 'numeric', month: 'long', year: 'numeric' })
const weekdayName = formatted({ weekday: 'long' })

/** The same day `months` later, or the last day of that month. */
function inMonths(day: string, months: number): string {
  const month = addMonths(monthOf(day), months)
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const wanted = `${month}-${day.slice(8)}`
  return wanted < last ? wanted : last
}

/** Gives a day in a picker the focus. Only keys do: with the pointer, the field keeps it. */
export const focusDay = (picker: Element | null | undefined, day: string) =>
  picker?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()

/** A month, in which a day is picked with the pointer, or with the arrow keys, Page Up and Page Down. */
export function DayPicker({ shown, onShow, chosen, today, weekStart, onPick }: Props) {
  const weeks = weeksOfMonth(shown, weekStart)
  const month = monthOf(shown)
  const table = useRef<HTMLTableElement>(null)
  const isMoving = useRef(false)
  useLayoutEffect(() => {
    if (isMoving.current) focusDay(table.current, shown)
    isMoving.current = false
  }, [shown])
  const onKeyDown = (event: KeyboardEvent) => {
    const week = weeks.find((days) => days.includes(shown)) ?? []
    const moves: Record<string, string | undefined> = {
      ArrowLeft: addDays(shown, -1),
      ArrowRight: addDays(shown, 1),
      ArrowUp: addDays(shown, -7),
      ArrowDown: addDays(shown, 7),
      Home: week[0],
      End: week.at(-1),
      PageUp: inMonths(shown, event.shiftKey ? -12 : -1),
      PageDown: inMonths(shown, event.shiftKey ? 12 : 1),
    }
    const to = moves[event.key]
    if (!to) return
    event.preventDefault()
    isMoving.current = true
    onShow(to)
  }
  const step = (months: number, name: string, Icon: typeof BackIcon) => (
    <button
      type="button"
      tabIndex={-1}
      className={`${controls.icon} ${classes.step}`}
      aria-label={name}
      onClick={() => onShow(inMonths(shown, months))}
    >
      <Icon size={16} />
      {Math.abs(months) > 1 && <Icon size={16} />}
    </button>
  )
  return (
    <>
      <div className={classes.header}>
        {step(-12, 'Previous year', BackIcon)}
        {step(-1, 'Previous month', BackIcon)}
        <span className={classes.month} aria-live="polite">
          {monthInWords(shown)}
        </span>
        {step(1, 'Next month', ForwardIcon)}
        {step(12, 'Next year', ForwardIcon)}
      </div>
      <table ref={table} className={classes.days} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayName(day)}>
                {weekdayName(day).slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]}>
              {days.map((day) => (
                <td key={day}>
                  {monthOf(day) === month && (
                    <button
                      type="button"
                      className={`${controls.icon} ${classes.day}`}
                      tabIndex={-1}
                      aria-label={dayInWords(day)}
                      aria-pressed={day === chosen}
                      aria-current={day === today ? 'date' : undefined}
                      data-day={day}
                      onClick={() => onPick(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
