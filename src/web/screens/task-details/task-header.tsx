import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link, useNavigate } from 'react-router'
import { amountFields } from '../../../contract/task-fields.ts'
import { amountCommand, type CommandId, commands, shortcutOf, withKeys } from '../../commands/commands.ts'
import { runCommand, useCommands } from '../../commands/use-commands.ts'
import type { DeckTask } from '../../deck/change.ts'
import { taskPath } from '../../navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { BackIcon, CheckIcon, DownIcon, MoreIcon, UpIcon } from '../../ui/icons.tsx'
import keycap from '../../ui/keycap.module.css'
import { Menu, menuItem } from '../../ui/menu.tsx'
import { BranchIcon, LinkIcon, PencilIcon } from '../../ui/more-icons.tsx'
import { afterFocusReturns } from '../../ui/return-focus.ts'
import classes from './task-header.module.css'
import type { Place } from './use-place.ts'

interface Props {
  task: DeckTask
  place: Place
}

const inMenu: CommandId[] = [
  ...(['editTask', 'setStatus', 'setPriority', 'setDue', 'snooze', 'setRepeat', 'setReminders', 'skip'] as const),
  ...amountFields.map(({ field }) => amountCommand(field)),
  ...(['setLabels', 'claim', 'addBlocker', 'copyLink', 'copyBranch', 'share', 'print', 'deleteTasks'] as const),
]

/** The row above a task: the way back, the neighbours in the list, and what can be done with the task. */
export function TaskHeader({ task, place }: Props) {
  const navigate = useNavigate()
  // Replaced, so that the back button leads to the list and not through every task; at once, so that a second key starts from there.
  const open = (id: string | undefined) => id && void navigate(taskPath(id), { replace: true, flushSync: true })
  useCommands({ nextTask: () => open(place.next), previousTask: () => open(place.previous) })
  const isDone = task.status === 'Completed'
  return (
    <div className={`${controls.header} ${classes.row}`} data-screen>
      <Link to={place.to} className={classes.back} aria-label={`Back to ${place.name}`}>
        <BackIcon />
        <span dir="auto">{place.name}</span>
      </Link>
      {place.position > 0 && (
        <span className={`mono ${classes.place}`}>
          {place.position} of {place.count}
        </span>
      )}
      <Step name="previousTask" icon={<UpIcon />} isOff={!place.previous} />
      <Step name="nextTask" icon={<DownIcon />} isOff={!place.next} />
      {!task.trashedAt && (
        <>
          <Button
            className={`${classes.edit} ${classes.wide}`}
            variant="subtle"
            tone="neutral"
            start={<PencilIcon size={16} />}
            end={<Key of="editTask" />}
            onClick={() => runCommand('editTask')}
            title={withKeys('editTask')}
          >
            Edit
          </Button>
          <button
            type="button"
            className={`${controls.button} ${classes.icon} ${classes.wide}`}
            onClick={() => runCommand('copyLink')}
            aria-label={commands.copyLink.label}
            title={commands.copyLink.label}
          >
            <LinkIcon />
          </button>
          <button
            type="button"
            className={`${controls.button} ${classes.icon} ${classes.wide}`}
            onClick={() => runCommand('copyBranch')}
            aria-label={commands.copyBranch.label}
            title={withKeys('copyBranch')}
          >
            <BranchIcon />
          </button>
          <Menu
            name="More actions"
            width={272}
            label={<More />}
            buttonClass={`${controls.button} ${classes.step} ${classes.more}`}
          >
            {(close) =>
              inMenu
                .filter((id) => id !== 'skip' || task.repeat)
                .map((id) => (
                  <button
                    key={id}
                    type="button"
                    role="menuitem"
                    tabIndex={-1}
                    className={`${menuItem} ${classes.item}`}
                    data-tone={id === 'deleteTasks' ? 'critical' : undefined}
                    onClick={() => {
                      flushSync(close)
                      // So that the menu does not take the focus from what the command opens.
                      afterFocusReturns(() => runCommand(id))
                    }}
                  >
                    {commands[id].label}
                    {commands[id].keys.length > 0 && <Key of={id} />}
                  </button>
                ))
            }
          </Menu>
          <Button
            className={classes.wide}
            variant="default"
            start={<CheckIcon size={16} />}
            end={<Key of="complete" />}
            onClick={() => runCommand('complete')}
            title={withKeys('complete')}
          >
            {isDone ? 'Reopen' : 'Complete'}
          </Button>
        </>
      )}
    </div>
  )
}

const More = () => (
  <>
    <MoreIcon />
    <span className="visually-hidden">More actions</span>
  </>
)

function Step({ name, icon, isOff }: { name: 'nextTask' | 'previousTask'; icon: ReactNode; isOff: boolean }) {
  return (
    <button
      type="button"
      className={`${controls.button} ${classes.step}`}
      // Not `disabled`, which would take the focus away at the end of the list.
      aria-disabled={isOff}
      onClick={() => runCommand(name)}
      aria-label={commands[name].label}
      title={withKeys(name)}
    >
      {icon}
      <Key of={name} />
    </button>
  )
}

const Key = ({ of: id }: { of: CommandId }) => (
  <span className={`mono about-keys ${keycap.keycap} ${classes.key}`} aria-hidden="true">
    {shortcutOf(id)}
  </span>
)
