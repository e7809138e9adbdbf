import { Link } from 'react-router'
import { formatNearDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { WeekDay } from '../../../contract/task-lists/today.ts'
import { paths } from '../../navigation/paths.ts'
import classes from './agenda-list.module.css'
import { weekday } from './weekdays.ts'

interface Props {
  week: WeekDay[]
  today: string
  dateStyle: Preferences['dateStyle']
  /** The day on which a dragged task would be dropped. */
  over: string | undefined
}

/** The days of this week with the number of tasks that are due; of past days, of those that are left over. Each leads to the day in the calendar. */
export function WeekStrip({ week, today, dateStyle, over }: Props) {
  return (
    <ol className={classes.week} aria-label="This week">
      {week.map(({ day, count }) => (
        <li
          key={day}
          // Nothing becomes overdue by dragging.
          data-drop-day={day < today ? undefined : day}
          data-over={(day === over && day !== today) || undefined}
          aria-current={day === today ? 'date' : undefined}
          data-left={(day < today && count > 0) || undefined}
        >
          <Link to={`${paths.calendar}?range=week&on=${day}`}>
            <span aria-hidden="true">{weekday(day).short}</span>
            <b aria-hidden="true" className="mono">
              {Number(day.slice(8))}
            </b>
            <span aria-hidden="true" className="mono">
              {count || '·'}
            </span>
            <span className="visually-hidden">
              {weekday(day).long}, {formatNearDay(day, dateStyle, today)}: {count} {day < today ? 'left over' : 'due'}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
