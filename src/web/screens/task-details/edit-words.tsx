import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { withKeys } from '../../commands/commands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import classes from './task-details.module.css'
import { WordsDialog } from './words-dialog.tsx'

interface Props {
  task: Task
  dateStyle: Preferences['dateStyle']
  /** It was deleted elsewhere; what is being written stays. */
  gone: boolean
}

/** Title and description are there to read; this opens them to write. */
export function EditWords({ task, dateStyle, gone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    if (gone) return
    setOpen(true)
  }
  const close = () => setOpen(false)
  useCommands({ editTask: open })
  return (
    <>
      {!gone && (
        <Button variant="default" size="xs" className={classes.edit} onClick={open} title={withKeys('editTask')}>
          Edit
        </Button>
      )}
      {isOpen && <WordsDialog task={task} dateStyle={dateStyle} onClose={close} />}
    </>
  )
}
