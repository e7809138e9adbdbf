import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { addDays } from '../../../contract/calendar-day.ts'
import { monthOf } from '../../tasks/month.ts'
import { useBox } from '../../ui/use-box.ts'
import classes from './calendar.module.css'
import { DayCell, type DayOfMonth } from './day-cell.tsx'
import { isWeekend, weekdayName } from './days.ts'
import type { EntryProps } from './entry.tsx'
import { emptyRowPx } from './use-row-height.ts'

interface Props extends EntryProps {
  title: string
  weeks: DayOfMonth[][]
  /** The month whose days stand out; undefined if all do. */
  month: string | undefined
  /** The day that Tab leads to first. */
  day: string
  /** Called with its width, which says how much of a title fits into a day. */
  onWidth: (px: number) => void
  rowPx: number
  /** Which weeks are over and had nothing. */
  empty: readonly boolean[]
  /** The room for a title. */
  titlePx: number
  onAdd: (day: string, at: Element) => void
  onOpen: (day: string | undefined) => void
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month or a week as a table. The arrow keys move between its days, once one of their buttons has the focus. */
export function MonthTable({ title, weeks, month, day, onWidth, rowPx, empty, onAdd, onOpen, ...rest }: Props) {
  const [visited, setVisited] = useState(day)
  const { ref, width } = useBox<HTMLTableElement>()
  useLayoutEffect(() => onWidth(width), [onWidth, width])
  const days = weeks.flat()
  const isShown = (one: string) => days.some((cell) => cell.day === one)
  const tabStop = isShown(visited) ? visited : isShown(day) ? day : days[0]?.day
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const from = (event.target as HTMLElement).dataset.day
    const step = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey ? undefined : steps[event.key]
    if (!from || !step) return
    event.preventDefault()
    let next = addDays(from, step)
    // Over the days of a weekend that are not shown.
    while (Math.abs(step) === 1 && isWeekend(next) && !isShown(next)) next = addDays(next, step)
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
    if (isShown(next)) setVisited(next)
  }
  return (
    <table ref={ref} className={classes.table} onKeyDown={onKeyDown}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((cell) => (
            <th key={cell.day} scope="col">
              {weekdayName(cell.day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={week[0]?.day} style={{ '--row': `${empty[index] ? emptyRowPx : rowPx}px` } as CSSProperties}>
            {week.map((cell) => (
              <DayCell
                key={cell.day}
                cell={cell}
                isOutside={month !== undefined && monthOf(cell.day) !== month}
                isWeekend={isWeekend(cell.day)}
                isNamed={cell.day.endsWith('-01') || (index === 0 && cell === week[0])}
                isTabStop={tabStop === cell.day}
                onAdd={onAdd}
                onOpen={onOpen}
                {...rest}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
