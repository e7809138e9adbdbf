import type { CSSProperties } from 'react'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import type { Drag } from '../../ui/drag/drag-options.ts'

/** The props that the rows of wide and narrow screens share. */
export interface RowProps {
  task: Task
  style: CSSProperties
  /** Its place among all tasks of the list. */
  place: number
  count: number
  words: string[]
  isSelected: boolean
  /** Whether any task is selected: then every row has its checkbox. */
  isPicking: boolean
  isEditing: boolean
  list: TaskList
  handlers: TaskHandlers
  onEdited: (id: string) => void
  onRename: (id: string, title: string) => void
  isDragging: boolean
  /** For the link, if the order is the user's own: Space lifts the row. */
  handle: Drag<unknown>['handle'] | undefined
  /** Whether the mouse can drag it. */
  hasGrip: boolean
  /** The day that a task gets when it is dropped here. */
  dropDay: string | undefined
  /** Whether a task would be dropped on this day. */
  isOver: boolean
}

/** The attributes of the element of a row. */
export const rowAttributes = (props: RowProps) => {
  const { task, style, place, count, dropDay, isOver, isDragging, isSelected } = props
  return {
    style,
    'aria-setsize': count,
    'aria-posinset': place,
    'data-drop-item': task._id,
    'data-drop-day': dropDay,
    'data-over': isOver || undefined,
    'data-dragging': isDragging || undefined,
    'data-selected': isSelected || undefined,
    'data-done': task.status === 'Completed' || undefined,
  }
}

/** Whether a row need not be rendered again. The handlers are left out: an older one does the same. */
export const isSameRow = (before: RowProps, after: RowProps) =>
  before.task === after.task &&
  before.style.transform === after.style.transform &&
  before.place === after.place &&
  before.count === after.count &&
  before.words === after.words &&
  before.isSelected === after.isSelected &&
  before.isPicking === after.isPicking &&
  before.isEditing === after.isEditing &&
  before.isDragging === after.isDragging &&
  Boolean(before.handle) === Boolean(after.handle) &&
  before.hasGrip === after.hasGrip &&
  before.dropDay === after.dropDay &&
  before.isOver === after.isOver
