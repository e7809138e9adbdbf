import { shortcutOf, withKeys } from '../../commands/commands.ts'
import { runCommand } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import keycap from '../../ui/keycap.module.css'
import classes from './task-details.module.css'

interface Props {
  task: DeckTask
  isSaving: boolean
  isRemoving: boolean
  onSave: () => void
  onRemove: () => void
}

/** The buttons below the fields. On a narrow screen, the first ones stay at the bottom edge. */
export function TaskActions({ task, isSaving, isRemoving, onSave, onRemove }: Props) {
  return (
    <div className={classes.actions}>
      <div className={classes.bar} data-bottom-bar>
        <Button
          className={classes.narrow}
          variant="default"
          start={<CheckIcon size={16} />}
          onClick={() => runCommand('complete')}
          title={withKeys('complete')}
        >
          {task.status === 'Completed' ? 'Reopen' : 'Complete'}
        </Button>
        <Button
          className={classes.update}
          isBusy={isSaving}
          onClick={onSave}
          end={
            <span className={`mono ${keycap.keycap} ${keycap.onWide}`} aria-hidden="true">
              {shortcutOf('saveTask')}
            </span>
          }
        >
          Update Task
        </Button>
      </div>
      <Button variant="default" tone="critical" onClick={onRemove} isBusy={isRemoving}>
        Delete Task
      </Button>
      <p className="small muted">
        Everything saves by itself. Update Task also uploads a chosen file and returns to the dashboard.
      </p>
    </div>
  )
}
