import { numberOf } from '../../contract/words/task-names.ts'
import { keysInWords, shortcutOf, withKeys } from '../commands/commands.ts'
import { runCommand } from '../commands/use-commands.ts'
import { useDeck } from '../deck/current-deck.ts'
import { TaskLink } from '../navigation/task-link.tsx'
import { closePeek, peeked } from '../tasks/peek.ts'
import controls from '../ui/controls.module.css'
import keycap from '../ui/keycap.module.css'
import classes from './peek.module.css'
import { PeekedSelection } from './peeked-selection.tsx'
import { PeekedTask } from './peeked-task.tsx'

/** The whole task at the place of the list, beside it. Several that are selected are counted instead. */
export function PeekPanel() {
  const { id, position, count, selected, keys } = peeked.use()
  const { byId } = useDeck()
  const task = id === undefined ? undefined : byId.get(id)
  const isShown = task && !task.trashedAt
  const several = selected.flatMap((one) => byId.get(one) ?? [])
  return (
    <>
      <div className={classes.head}>
        {isShown && several.length < 2 && (
          <>
            <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
            {position > 0 && (
              <span className={`mono ${classes.number}`}>
                {position} of {count}
              </span>
            )}
            {(['previousTask', 'nextTask'] as const).map((command) => (
              <button
                key={command}
                type="button"
                className={`${controls.button} ${classes.step}`}
                aria-label={withKeys(command)}
                title={withKeys(command)}
                onClick={() => runCommand(command)}
              >
                <kbd className={keycap.keycap}>{shortcutOf(command)}</kbd>
              </button>
            ))}
            <TaskLink id={task._id} className={`${controls.small} ${classes.open}`}>
              Open <kbd className={keycap.keycap}>{shortcutOf('openTask')}</kbd>
            </TaskLink>
          </>
        )}
        <button type="button" className={`${controls.small} ${classes.close}`} onClick={closePeek}>
          Close <kbd className={keycap.keycap}>{keys ? keysInWords(keys) : shortcutOf('peek')}</kbd>
        </button>
      </div>
      {several.length > 1 && <PeekedSelection tasks={several} />}
      {several.length < 2 && isShown && <PeekedTask key={task._id} task={task} />}
      {several.length < 2 && !isShown && (
        <p className={classes.none}>
          No task is chosen. <kbd className={keycap.keycap}>{shortcutOf('nextTask')}</kbd> goes to the first one.
        </p>
      )}
    </>
  )
}
