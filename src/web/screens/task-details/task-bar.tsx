import { useRef } from 'react'
import { metCriteria } from '../../../contract/receipts.ts'
import { runCommand } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { NoteLine } from '../../notes/note-composer.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { useAboveKeyboard } from '../../ui/use-above-keyboard.ts'
import classes from './task-bar.module.css'

/** The bar at the bottom edge of a narrow screen. While a note is written, only its field stays, above the keyboard. */
export function TaskBar({ task }: { task: DeckTask }) {
  const bar = useRef<HTMLDivElement>(null)
  useAboveKeyboard(bar)
  const complete = async () => {
    const { met, all } = metCriteria(task)
    const count = all - met
    const question = `${count} of ${all} ${count === 1 ? 'has' : 'have'} no proof. Complete anyway?`
    const isSure = task.status === 'Completed' || !count || (await confirm({ question, action: 'Complete' }))
    if (isSure) runCommand('complete')
  }
  return (
    <div ref={bar} className={classes.bar} data-bottom-bar>
      <Button variant="default" start={<CheckIcon size={16} />} onClick={() => void complete()}>
        {task.status === 'Completed' ? 'Reopen' : 'Complete'}
      </Button>
      <NoteLine task={task} />
    </div>
  )
}
