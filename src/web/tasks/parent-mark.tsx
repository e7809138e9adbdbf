import type { Task } from '../../contract/schemas/tasks.ts'
import { nameOf } from '../../contract/words/task-names.ts'
import classes from './marks.module.css'
import { useLinks } from './use-links.ts'

/** Names the task that a task is a part of: `↳ of Release 2.4`. */
export function ParentMark({ task }: { task: Task }) {
  const { parent } = useLinks(task._id)
  if (!parent) return null
  return (
    <span className={`${classes.fact} ${classes.parent}`} data-mark="parent" title={`Part of ${nameOf(parent)}`}>
      <span aria-hidden="true">↳ </span>of <bdi>{parent.title}</bdi>
    </span>
  )
}
