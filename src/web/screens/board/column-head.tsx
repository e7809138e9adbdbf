import type { ReactNode } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { Sums } from '../../tasks/amount-marks.tsx'
import controls from '../../ui/controls.module.css'
import { PlusIcon } from '../../ui/icons.tsx'
import classes from './board.module.css'

interface Props {
  name: string
  icon: ReactNode
  tasks: Task[]
  /** Opens quick add at the button, with the value of the column. */
  onAdd: (at: Element) => void
}

/** The heading of a column, with a button that adds a task to it. */
export function ColumnHead({ name, icon, tasks, onAdd }: Props) {
  return (
    <div className={classes.head}>
      <h2 className={classes.heading}>
        {icon} {name} <span className="mono">{tasks.length.toLocaleString('en')}</span> <Sums tasks={tasks} />
      </h2>
      <button
        type="button"
        className={`${controls.icon} ${classes.add}`}
        aria-label={`Add a task to ${name}`}
        title={`Add a task to ${name}`}
        onClick={({ currentTarget }) => onAdd(currentTarget)}
      >
        <PlusIcon size={18} />
      </button>
    </div>
  )
}
