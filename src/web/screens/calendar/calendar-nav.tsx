import { type CalendarSettings, calendarRanges } from '../../../contract/task-lists/view-address.ts'
import { shortcutOf, withKeys } from '../../commands/commands.ts'
import controls from '../../ui/controls.module.css'
import { BackIcon, ForwardIcon } from '../../ui/icons.tsx'
import keycap from '../../ui/keycap.module.css'
import classes from './calendar-nav.module.css'

const rangeNames: Record<CalendarSettings['range'], string> = { month: 'Month', week: 'Week' }

interface Props {
  range: CalendarSettings['range']
  /** The month or week in words, on a narrow screen, where the heading does not say it. */
  title: string | undefined
  onStep: (steps: 1 | -1) => void
  onToday: () => void
  onRange: (range: CalendarSettings['range']) => void
}

/** The ways to other months and weeks. */
export function CalendarNav({ range, title, onStep, onToday, onRange }: Props) {
  const other = range === 'month' ? 'week' : 'month'
  return (
    <div className={classes.nav} data-screen>
      <button
        type="button"
        className={`${controls.icon} ${classes.step}`}
        aria-label={`Previous ${range}`}
        title={withKeys('calendarPrevious')}
        onClick={() => onStep(-1)}
      >
        <BackIcon size={16} />
      </button>
      {title && (
        <h2 className={`${controls.ellipsis} ${classes.title}`} aria-live="polite">
          {title}
        </h2>
      )}
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
        <span className={`about-keys ${keycap.keycap} ${classes.key}`} aria-hidden="true">
          {shortcutOf('calendarToday')}
        </span>
      </button>
      {title ? (
        <button
          type="button"
          className={`${controls.small} ${classes.range}`}
          aria-label={`Show a ${other}`}
          onClick={() => onRange(other)}
        >
          {rangeNames[other]}
        </button>
      ) : (
        <fieldset className={`${controls.bar} ${classes.ranges}`} aria-label="Range" title={withKeys('calendarRange')}>
          {calendarRanges.map((one) => (
            <label key={one} className={`${controls.segment} ${classes.segment}`}>
              <input type="radio" name="range" checked={one === range} onChange={() => onRange(one)} />
              {rangeNames[one]}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
