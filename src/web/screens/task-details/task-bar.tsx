import { useRef } from 'react'
import { runCommand } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { NoteLine } from '../../notes/note-composer.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { useAboveKeyboard } from '../../ui/use-above-keyboard.ts'
import classes from './task-bar.module.css'

/** The bar at the bottom edge of a narrow screen. While a note is written, only its field stays, above the keyboard. */
export function TaskBar({ task }: { task: DeckTask }) {
  const bar = useRef<HTMLDivElement>(null)
  useAboveKeyboard(bar)
  return (
    <div ref={bar} className={classes.bar} data-bottom-bar>
      <Button variant="default" start={<CheckIcon size={16} />} onClick={() => runCommand('complete')}>
        {task.status === 'Completed' ? 'Reopen' : 'Complete'}
      </Button>
      <NoteLine task={task} />
    </div>
  )
}
