import type { ReactNode } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { TitleEditor } from './title-editor.tsx'

interface Props {
  task: Task
  className: string | undefined
  list: TaskList
  handle: Drag<unknown>['handle'] | undefined
  isEditing: boolean
  onEdited: (id: string) => void
  onRename: (id: string, title: string) => void
  children: ReactNode
}

/** The link of a row to its task, or the field that changes its title in place. */
export function RowLink({ task, className, list, handle, isEditing, onEdited, onRename, children }: Props) {
  if (isEditing)
    return (
      <TitleEditor
        title={task.title}
        onSave={(title) => onRename(task._id, title)}
        onCancel={() => onEdited(task._id)}
      />
    )
  return (
    <TaskLink
      {...handle}
      id={task._id}
      className={className}
      data-task={task._id}
      onFocus={() => list.onFocus(task._id)}
      onBlur={list.onBlur}
    >
      {children}
    </TaskLink>
  )
}
