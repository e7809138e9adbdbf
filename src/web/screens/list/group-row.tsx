import type { CSSProperties } from 'react'
import type { Group } from '../../../contract/task-lists/group.ts'
import { Sums } from '../../tasks/amount-marks.tsx'
import controls from '../../ui/controls.module.css'
import { DownIcon } from '../../ui/icons.tsx'
import classes from './list.module.css'

interface Props {
  group: Group
  isClosed: boolean
  style: CSSProperties
  onToggle: (id: string) => void
  /** The day that a task gets when it is dropped here. */
  dropDay: string | undefined
  /** Whether a task would be dropped on this day. */
  isOver: boolean
}

/** The heading of a group. It opens and closes the group. */
export function GroupRow({ group, isClosed, style, onToggle, dropDay, isOver }: Props) {
  return (
    <li className={classes.group} style={style} data-drop-day={dropDay} data-over={isOver || undefined}>
      <h2>
        <button
          type="button"
          className={controls.button}
          aria-expanded={!isClosed}
          data-tone={group.id === 'overdue' ? 'overdue' : undefined}
          onClick={() => onToggle(group.id)}
        >
          <DownIcon size={14} />
          <span dir="auto">{group.name}</span>
          <span className="mono">{group.tasks.length.toLocaleString('en')}</span>
          <Sums tasks={group.tasks} />
        </button>
      </h2>
    </li>
  )
}
