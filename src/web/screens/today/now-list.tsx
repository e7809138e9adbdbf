import { Link } from 'react-router'
import type { FreeTime } from '../../../contract/meetings.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Ranked } from '../../../contract/task-lists/rank.ts'
import { type CommandId, shortcutOf } from '../../commands/commands.ts'
import type { Tasks } from '../../deck/change.ts'
import { paths } from '../../navigation/paths.ts'
import { RankedRow } from '../../tasks/ranked-row.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import keycap from '../../ui/keycap.module.css'
import { Rows } from '../../ui/rows.tsx'
import { useMediaQuery } from '../../ui/use-window.ts'
import classes from './today.module.css'

export const maxNow = 12

/** The properties that the rows of both lists share. */
export interface RowProps {
  /** All tasks as they are, by id. */
  byId: Tasks
  list: TaskList
  handlers: TaskHandlers
}

const hints: { keys: CommandId[]; words: string }[] = [
  { keys: ['nextTask', 'previousTask'], words: 'move' },
  { keys: ['complete'], words: 'complete' },
  { keys: ['snooze'], words: 'snooze' },
]

interface Props extends RowProps {
  now: Ranked[]
  all: Task[]
  free: FreeTime | undefined
}

/** The most pressing tasks, each with its reasons. */
export function NowList({ now, all, free, byId, list, handlers }: Props) {
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const shown = now.slice(0, maxNow)
  const more = now.length - shown.length
  return (
    <section className={classes.now} aria-labelledby="now">
      {/* On a narrow screen, the tab says it; the outline of the page still needs the heading. */}
      <div className={isNarrow ? 'visually-hidden' : classes.head}>
        <h2 id="now">Now</h2>
        <span className={classes.count}>
          {more > 0 ? `${shown.length} of ${now.length.toLocaleString('en')}, ` : ''}most pressing first
        </span>
        <span className={`about-keys ${classes.hints}`}>
          {hints.map(({ keys, words }) => (
            <span key={words}>
              {keys.map((id) => (
                <kbd key={id} className={keycap.keycap}>
                  {shortcutOf(id)}
                </kbd>
              ))}
              {words}
            </span>
          ))}
        </span>
      </div>
      {shown.length === 0 && <p className={classes.nothing}>No other task can be done now.</p>}
      {shown.length > 0 && (
        <Rows isOrdered label="Now">
          {shown.map(({ task }) => (
            <RankedRow
              key={task._id}
              task={byId.get(task._id) ?? task}
              ranked={task}
              all={all}
              free={free}
              list={list}
              handlers={handlers}
            />
          ))}
        </Rows>
      )}
      {more > 0 && (
        <p className={classes.more}>
          {more.toLocaleString('en')} more in <Link to={paths.dashboard}>All tasks</Link>
        </p>
      )}
    </section>
  )
}
