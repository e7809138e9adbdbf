import { shortcutOf } from '../../commands/commands.ts'
import { Button } from '../../ui/button.tsx'
import keycap from '../../ui/keycap.module.css'
import classes from './task-details.module.css'

interface Props {
  isSaving: boolean
  isRemoving: boolean
  onSave: () => void
  onRemove: () => void
}

/** The buttons below the fields. On a narrow screen, they come last. */
export function TaskActions({ isSaving, isRemoving, onSave, onRemove }: Props) {
  return (
    <div className={classes.actions} data-screen>
      <Button
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
      <Button variant="default" tone="critical" onClick={onRemove} isBusy={isRemoving}>
        Delete Task
      </Button>
      <p className="small muted">
        Everything saves by itself. Update Task also uploads a chosen file and returns to the dashboard.
      </p>
    </div>
  )
}
