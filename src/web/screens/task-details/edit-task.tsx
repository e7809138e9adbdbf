import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { withKeys } from '../../commands/commands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { EditDialog } from './edit-dialog.tsx'
import classes from './task-details.module.css'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
  /** Whether the task was deleted elsewhere. An open dialog stays. */
  isRemoved: boolean
}

/** The button that opens the dialog for title and description. */
export function EditTask({ task, dateStyle, isRemoved }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (isRemoved) return
    setOpen(true)
  }
  const close = () => setOpen(false)
  useCommands({ editTask: open })
  return (
    <>
      {!isRemoved && (
        <Button variant="default" size="xs" className={classes.edit} onClick={open} title={withKeys('editTask')}>
          Edit
        </Button>
      )}
      {isOpen && <EditDialog task={task} dateStyle={dateStyle} onClose={close} />}
    </>
  )
}
