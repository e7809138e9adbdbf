import { formatDay } from '../../contract/format-day.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { dayOf, noDate } from '../../contract/task-lists/due.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { LabelTag } from '../tasks/label-tag.tsx'
import classes from './peek.module.css'

/** The value that all tasks have; undefined if they differ. */
function shared<Value>(tasks: Task[], read: (task: Task) => Value): Value | undefined {
  const [value, ...others] = new Set(tasks.map(read))
  return others.length ? undefined : value
}

/** How many tasks are selected, and the fields that they have in common. The bar at the bottom changes them. */
export function PeekedSelection({ tasks }: { tasks: Task[] }) {
  const { dateStyle } = useSignedIn().preferences
  const day = shared(tasks, (task) => dayOf(task) ?? '')
  const labels = (tasks[0]?.labels ?? []).filter((label) => tasks.every((task) => task.labels.includes(label)))
  const rows = [
    ['Status', shared(tasks, ({ status }) => status)],
    ['Priority', shared(tasks, ({ priority }) => priority)],
    ['Due date', day === '' ? noDate : day && formatDay(day, dateStyle)],
  ] as const
  return (
    <div className={classes.body}>
      <h2 className={classes.title}>{tasks.length.toLocaleString('en')} tasks selected</h2>
      <dl className={classes.common}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="muted">Different</span>}</dd>
          </div>
        ))}
        <div>
          <dt>Labels</dt>
          <dd>
            {labels.length ? (
              labels.map((label) => <LabelTag key={label} label={label} />)
            ) : (
              <span className="muted">None in common</span>
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}
