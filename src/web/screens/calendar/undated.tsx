import type { Task } from '../../../contract/schemas/tasks.ts'
import { noDate } from '../../../contract/task-lists/due.ts'
import { shortcutOf } from '../../commands/commands.ts'
import keycap from '../../ui/keycap.module.css'
import { noDay } from './by-day.ts'
import classes from './calendar.module.css'
import { Entry, type EntryProps } from './entry.tsx'
import { RestLink } from './rest-link.tsx'

interface Props extends EntryProps {
  /** The tasks that are shown. */
  tasks: Task[]
  count: number
}

/** The tasks without a due date, at the side. */
export function Undated({ tasks, count, ...rest }: Props) {
  return (
    <section
      className={classes.undated}
      aria-label={noDate}
      data-drop-day={noDay}
      data-over={rest.drag.place === noDay || undefined}
    >
      <h2>
        {noDate} <span className={`mono ${classes.count}`}>{count.toLocaleString('en')}</span>
      </h2>
      {tasks.length > 0 && (
        <ul className={classes.side} aria-label={noDate}>
          {tasks.map((task) => (
            <Entry key={task._id} task={task} hasFacts {...rest} />
          ))}
        </ul>
      )}
      {count > tasks.length && <RestLink day={noDay} count={count} />}
      <p className={`about-keys ${classes.hint}`}>
        Drag a task onto a day, or focus it and press <kbd className={keycap.keycap}>{shortcutOf('setDue')}</kbd>. Drag
        it back here to take its date away.
      </p>
    </section>
  )
}
