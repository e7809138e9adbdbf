import { Link } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { describeAuthor, describeEvent } from '../../../contract/words/event-words.ts'
import { deletedTask } from '../../../contract/words/field-words.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { useDeck } from '../../deck/current-deck.ts'
import type { ListedChange } from '../../history/activity-query.ts'
import { linkedName } from '../../history/linked-name.ts'
import { useUndo } from '../../history/undo.ts'
import { taskPath } from '../../navigation/paths.ts'
import { ParentMark } from '../../tasks/parent-mark.tsx'
import { Button } from '../../ui/button.tsx'
import classes from './activity.module.css'

interface Props {
  change: ListedChange
  username: string
  dateStyle: Preferences['dateStyle']
  /** Whether a later change undoes it. */
  isUndone: boolean
}

/** A change of one or more tasks: its author, its first task, what was changed, when, and undo. */
export function ChangeRow({ change, username, dateStyle, isUndone }: Props) {
  const { undoChange } = useUndo()
  const { byId, trash } = useDeck()
  const present = byId.get(change.task)
  const task = present ?? trash.find(({ _id }) => _id === change.task)
  const title = task ? nameOf(task) : (change.after?.title ?? change.before?.title ?? deletedTask)
  const words = describeEvent(change, dateStyle, linkedName)
  const others = change.taskCount - 1
  const step = { ...change, task: task ?? { _id: change.task, number: 0, title } }
  // The history that an import has brought along was not made here.
  const isFinal = change.kind === 'purged' || change.kind === 'erased' || change.change < 1
  return (
    <li className={classes.row} data-undone={isUndone || undefined}>
      <time className={`mono ${classes.time}`} dateTime={change.at}>
        {new Date(change.at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}
      </time>
      <div className={classes.what}>
        {present ? (
          <Link to={taskPath(present._id)} className={classes.task} dir="auto">
            {title}
          </Link>
        ) : (
          <span className={classes.task} dir="auto">
            {title}
          </span>
        )}
        {present && others === 0 && (
          <>
            {' '}
            <ParentMark task={present} />
          </>
        )}
        {others > 0 && <span className="muted"> and {others.toLocaleString('en')} more</span>}
        <p className={`small muted ${classes.words}`}>
          <bdi>{describeAuthor(change.by === username ? 'You' : change.by, change)}</bdi> <bdi>{words}</bdi>
        </p>
      </div>
      {isUndone ? (
        <span className="small muted">Undone</span>
      ) : (
        !isFinal && (
          <Button
            variant="subtle"
            size="compact"
            aria-label={`Undo: ${title}, ${words}`}
            onClick={() => undoChange(change.change, step)}
          >
            Undo
          </Button>
        )
      )}
    </li>
  )
}
