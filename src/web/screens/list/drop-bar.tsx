import { formatNearDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { someday } from '../../../contract/start-date.ts'
import bars from '../../tasks/selection-bar.module.css'
import controls from '../../ui/controls.module.css'
import classes from './drop-bar.module.css'
import { type DropTarget, noDay } from './drop-days.ts'

interface Props {
  targets: readonly DropTarget[]
  /** The day on which the dragged task would be dropped. */
  over: string | undefined
  today: string
  dateStyle: Preferences['dateStyle']
}

/** The groups by date at the bottom edge while a pointer drags a task: also those without tasks and those out of sight. The keys need none. */
export function DropBar({ targets, over, today, dateStyle }: Props) {
  if (!targets.length) return null
  return (
    <div className={`${controls.floating} ${controls.docked} ${bars.bar}`} aria-hidden="true" data-drop-bar>
      {targets.map(({ group, name, day }) => (
        <div key={group} className={classes.target} data-drop-day={day} data-active={day === over || undefined}>
          <strong>{name}</strong>
          <span className="mono">{day === noDay || day === someday ? '' : formatNearDay(day, dateStyle, today)}</span>
        </div>
      ))}
    </div>
  )
}
