import type { CalendarSettings } from '../../../contract/task-lists/view-address.ts'
import { withKeys } from '../../commands/commands.ts'
import controls from '../../ui/controls.module.css'
import { BackIcon, ForwardIcon } from '../../ui/icons.tsx'
import classes from './calendar-nav.module.css'

const rangeNames: Record<CalendarSettings['range'], string> = { month: 'Month', week: 'Week' }

interface Props {
  range: CalendarSettings['range']
  /** The month or week in words. */
  title: string
  onStep: (steps: 1 | -1) => void
  onToday: () => void
  onRange: (range: CalendarSettings['range']) => void
}

/** The month or week that is shown, with the ways to others. */
export function CalendarNav({ range, title, onStep, onToday, onRange }: Props) {
  const other = range === 'month' ? 'week' : 'month'
  return (
    <div className={classes.nav}>
      <button
        type="button"
        className={`${controls.icon} ${classes.step}`}
        aria-label={`Previous ${range}`}
        title={withKeys('calendarPrevious')}
        onClick={() => onStep(-1)}
      >
        <BackIcon size={16} />
      </button>
      <h2 className={classes.title} aria-live="polite">
        {title}
      </h2>
      <button
        type="button"
        className={`${controls.icon} ${classes.step}`}
        aria-label={`Next ${range}`}
        title={withKeys('calendarNext')}
        onClick={() => onStep(1)}
      >
        <ForwardIcon size={16} />
      </button>
      <button
        type="button"
        className={`${controls.small} ${classes.today}`}
        title={withKeys('calendarToday')}
        onClick={onToday}
      >
        Today
      </button>
      <button
        type="button"
        className={`${controls.small} ${classes.range}`}
        aria-label={`Show a ${other}`}
        title={withKeys('calendarRange')}
        onClick={() => onRange(other)}
      >
        {rangeNames[other]}
      </button>
    </div>
  )
}
