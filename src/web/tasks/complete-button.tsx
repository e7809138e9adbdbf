import type { Task } from '../../contract/schemas/tasks.ts'
import { withKeys } from '../commands/commands.ts'
import { numberOf } from '../deck/change.ts'
import { CheckIcon } from '../ui/icons.tsx'
import classes from './complete-button.module.css'

/** Completes or reopens the task of a card. Not in the tab order, because a focused card has a key for it. */
export function CompleteButton({ task, onComplete }: { task: Task; onComplete: (task: Task) => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.button}
      aria-label={`Complete ${numberOf(task)}`}
      aria-pressed={task.status === 'Completed'}
      title={withKeys('complete')}
      // Keeps the focus where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onComplete(task)}
    >
      <span>
        <CheckIcon size={14} />
      </span>
    </button>
  )
}
