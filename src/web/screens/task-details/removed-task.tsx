import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { paths } from '../../navigation/paths.ts'
import { useChange } from '../../tasks/use-change.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import classes from './task-details.module.css'

/** Replaces the form of a task that was deleted in another tab or on another device. */
export function RemovedTask({ task }: { task: Task }) {
  const change = useChange()
  const restore = () =>
    change(
      { kind: 'restore', task: task._id },
      {
        message: () => `Restored ${nameOf(task)}`,
        failure: 'Trash error',
        fallback: 'The task was not restored. Please try again.',
      },
    )
  return (
    <div className={`stack ${classes.removed}`} role="status">
      <div>
        <p className="strong">This task was deleted</p>
        <p className="muted">It was deleted in another tab or on another device. You can still restore it.</p>
      </div>
      <Button onClick={restore}>Restore</Button>
      <LinkButton to={paths.dashboard} variant="default">
        Back to the dashboard
      </LinkButton>
    </div>
  )
}
