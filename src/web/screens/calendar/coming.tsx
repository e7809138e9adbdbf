import type { Task } from '../../../contract/schemas/tasks.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { RepeatIcon } from '../../ui/icons.tsx'
import classes from './coming.module.css'
import entry from './entry.module.css'

/** A task that will follow when the present one is completed. It leads to the present one. */
export function Coming({ task }: { task: Task }) {
  return (
    <li className={classes.coming}>
      <TaskLink id={task._id} title={`Repeats: ${task.title}`}>
        <RepeatIcon size={12} />
        <span className={entry.title} dir="auto">
          {task.title}
        </span>
        <span className="visually-hidden">repeats</span>
      </TaskLink>
    </li>
  )
}
