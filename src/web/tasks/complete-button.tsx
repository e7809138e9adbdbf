import type { Task } from '../../contract/schemas/tasks.ts'
import { numberOf } from '../../contract/words/task-names.ts'
import { withKeys } from '../commands/commands.ts'
import controls from '../ui/controls.module.css'
import classes from './complete-button.module.css'
import { statusIcon } from './marks.tsx'

interface Props {
  task: Task
  /** The size of the ring, in pixels. */
  ringPx?: number
  onComplete: (task: Task) => void
}

/** The ring shows the status, and completes or reopens the task. */
export function CompleteButton({ task, ringPx = 16, onComplete }: Props) {
  return (
    <button
      type="button"
      className={`${controls.icon} ${classes.button}`}
      aria-label={`Complete ${numberOf(task)}`}
      aria-pressed={task.status === 'Completed'}
      title={withKeys('complete')}
      data-ring
      // Keeps the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onComplete(task)}
    >
      {statusIcon(task.status, ringPx)}
    </button>
  )
}
