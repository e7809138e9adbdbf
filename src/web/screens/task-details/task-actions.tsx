import '@mantine/core/styles/Kbd.css'
import { Button, Kbd, Text } from '@mantine/core'
import { shortcutOf, withKeys } from '../../commands/commands.ts'
import { runCommand } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { CheckIcon } from '../../ui/icons.tsx'
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
          variant="default"
          className={classes.narrow}
          leftSection={<CheckIcon size={16} />}
          onClick={() => runCommand('complete')}
          title={withKeys('complete')}
        >
          {task.status === 'Completed' ? 'Reopen' : 'Complete'}
        </Button>
        <Button
          className={classes.update}
          loading={isSaving}
          onClick={onSave}
          rightSection={
            <Kbd size="xs" visibleFrom="md" aria-hidden="true">
              {shortcutOf('saveTask')}
            </Kbd>
          }
        >
          Update Task
        </Button>
      </div>
      <Button variant="default" c="var(--deck-critical)" onClick={onRemove} loading={isRemoving}>
        Delete Task
      </Button>
      <Text size="xs" c="dimmed">
        Fields save as you change them. Update Task saves the words and a chosen file, then goes back.
      </Text>
    </div>
  )
}
