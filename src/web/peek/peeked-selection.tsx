import type { Task } from '../../contract/schemas/tasks.ts'
import { formatField } from '../../contract/words/field-words.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { linkedName } from '../history/linked-name.ts'
import { fieldTitle } from '../tasks/edited-fields.ts'
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
  const labels = (tasks[0]?.labels ?? []).filter((label) => tasks.every((task) => task.labels.includes(label)))
  const rows = (['status', 'priority', 'dueDate'] as const).map((field) => [
    fieldTitle(field),
    shared(tasks, (task) => formatField(field, task[field], dateStyle, linkedName)),
  ])
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
