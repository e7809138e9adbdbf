import { type CSSProperties, memo } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { LineFacts, type SaidFacts } from '../../tasks/line-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import controls from '../../ui/controls.module.css'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { Marked } from '../../ui/marked.tsx'
import { GripIcon } from '../../ui/more-icons.tsx'
import list from './list.module.css'
import classes from './phone-row.module.css'
import { RowLink } from './row-link.tsx'

interface Props {
  task: Task
  /** The row of the list, which is measured. */
  index: number
  measure: (row: HTMLElement | null) => void
  style: CSSProperties
  /** Its place among all tasks of the list. */
  place: number
  count: number
  preferences: Preferences
  words: string[]
  said: SaidFacts
  isSelected: boolean
  /** Whether any task is selected: then checkboxes are in the place of the rings. */
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

/** A task on a narrow screen: a title of up to two lines, and a line of facts. */
export const PhoneRow = memo(
  function PhoneRow({ task, index, measure, style, place, count, preferences, words, said, ...rest }: Props) {
    const { isSelected, isPicking, isEditing, isDragging, list: tasks, handlers, handle, onEdited, onRename } = rest
    const { hasGrip, dropDay, isOver } = rest
    return (
      <li
        ref={measure}
        data-index={index}
        className={`${list.tall} ${classes.row}`}
        style={style}
        aria-setsize={count}
        aria-posinset={place}
        data-drop-item={task._id}
        data-drop-day={dropDay}
        data-over={isOver || undefined}
        data-dragging={isDragging || undefined}
        data-selected={isSelected || undefined}
        data-done={task.status === 'Completed' || undefined}
      >
        {hasGrip && (
          <span className={list.grip} aria-hidden="true" data-grip onMouseDown={(event) => event.preventDefault()}>
            <GripIcon size={14} />
          </span>
        )}
        {isPicking ? (
          <label className={classes.mark}>
            <input
              type="checkbox"
              className={controls.checkbox}
              checked={isSelected}
              onChange={(event) => tasks.toggle(task._id, (event.nativeEvent as MouseEvent).shiftKey)}
              aria-label={`Select ${nameOf(task)}`}
            />
          </label>
        ) : (
          <span className={classes.mark}>
            <CompleteButton task={task} ringPx={18} onComplete={handlers.complete} />
          </span>
        )}
        <RowLink
          task={task}
          className={classes.link}
          list={tasks}
          handle={handle}
          isEditing={isEditing}
          onEdited={onEdited}
          onRename={onRename}
        >
          <span className={`${controls.twoLines} ${classes.title}`} dir="auto">
            <Marked text={task.title} words={words} />
          </span>
          <LineFacts task={task} preferences={preferences} said={said} />
        </RowLink>
        {/* For screen readers, which have no swipe to the side of their own. */}
        <button
          type="button"
          tabIndex={-1}
          className="visually-hidden"
          onClick={(event) => handlers.ask('start', event.currentTarget, task)}
        >
          Snooze {numberOf(task)}
        </button>
      </li>
    )
  },
  // The handlers are left out: an older one does the same.
  (before, after) =>
    before.task === after.task &&
    before.index === after.index &&
    before.style.transform === after.style.transform &&
    before.place === after.place &&
    before.count === after.count &&
    before.preferences === after.preferences &&
    before.words === after.words &&
    before.said === after.said &&
    before.isSelected === after.isSelected &&
    before.isPicking === after.isPicking &&
    before.isEditing === after.isEditing &&
    before.isDragging === after.isDragging &&
    Boolean(before.handle) === Boolean(after.handle) &&
    before.hasGrip === after.hasGrip &&
    before.dropDay === after.dropDay &&
    before.isOver === after.isOver,
)
