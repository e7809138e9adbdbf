import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { AmountField, AmountName } from '../../../contract/task-fields.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { amountCommand, withKeys } from '../../commands/commands.ts'
import { AmountMark } from '../../tasks/amount-marks.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import tags from '../../tasks/label-tag.module.css'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { useIsPeeked } from '../../tasks/peek.ts'
import { TaskFacts } from '../../tasks/task-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import controls from '../../ui/controls.module.css'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { Marked } from '../../ui/marked.tsx'
import { GripIcon, PencilIcon } from '../../ui/more-icons.tsx'
import classes from './list.module.css'
import { RowLink } from './row-link.tsx'

interface Props {
  task: Task
  style: CSSProperties
  /** Its place among all tasks of the list. */
  place: number
  count: number
  dateStyle: Preferences['dateStyle']
  words: string[]
  isSelected: boolean
  /** Whether any task is selected: then all checkboxes are shown. */
  isPicking: boolean
  isEditing: boolean
  /** The amounts that have a column. */
  amounts: readonly AmountField[]
  list: TaskList
  handlers: TaskHandlers
  onEdit: (id: string) => void
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
  onLabel: (label: string) => void
}

/** A task in one line. Its cells open menus. */
export const TaskRow = memo(
  function TaskRow({ task, style, isSelected, isPicking, isEditing, list, handlers, handle, ...rest }: Props) {
    const { shown, more } = fittingLabels(task.labels)
    const isPeeked = useIsPeeked(task._id)
    const {
      place,
      count,
      dateStyle,
      words,
      amounts,
      isDragging,
      hasGrip,
      dropDay,
      isOver,
      onEdit,
      onEdited,
      onRename,
      onLabel,
    } = rest
    return (
      <li
        className={classes.row}
        style={style}
        aria-setsize={count}
        aria-posinset={place}
        data-drop-item={task._id}
        data-drop-day={dropDay}
        data-over={isOver || undefined}
        data-dragging={isDragging || undefined}
        data-selected={isSelected || undefined}
        data-peeked={isPeeked || undefined}
        data-done={task.status === 'Completed' || undefined}
      >
        {hasGrip && (
          <span className={classes.grip} aria-hidden="true" data-grip onMouseDown={(event) => event.preventDefault()}>
            <GripIcon size={14} />
          </span>
        )}
        <label className={`${classes.pick} ${isPicking ? '' : classes.idle}`} title={withKeys('select')}>
          <input
            type="checkbox"
            className={controls.checkbox}
            checked={isSelected}
            onChange={(event) => list.toggle(task._id, (event.nativeEvent as MouseEvent).shiftKey)}
            aria-label={`Select ${nameOf(task)}`}
          />
        </label>
        <CompleteButton task={task} onComplete={handlers.complete} />
        <RowLink
          task={task}
          className={classes.link}
          list={list}
          handle={handle}
          isEditing={isEditing}
          onEdited={onEdited}
          onRename={onRename}
        >
          <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
          <span className={classes.title} dir="auto">
            <Marked text={task.title} words={words} />
          </span>
          <TaskFacts task={task} dateStyle={dateStyle} hasAmounts={false} />
          <WaitingTag id={task._id} />
        </RowLink>
        {!isEditing && (
          <button
            type="button"
            tabIndex={-1}
            className={`${controls.icon} ${classes.edit}`}
            aria-label={`Edit the title of ${numberOf(task)}`}
            title="Edit the title (E)"
            onClick={() => onEdit(task._id)}
          >
            <PencilIcon size={14} />
          </button>
        )}
        <span className={`${tags.line} ${classes.labels}`} data-field="labels">
          {shown.map((label) => (
            <LabelTag key={label} label={label} onClick={() => onLabel(label)} title={`Show only #${label}`} />
          ))}
          {more.length > 0 && <span title={more.map((label) => `#${label}`).join(' ')}>+{more.length}</span>}
        </span>
        <Cell task={task} field="priority" handlers={handlers} className={classes.priority}>
          <PriorityMark priority={task.priority} />
        </Cell>
        <Cell task={task} field="status" handlers={handlers} className={classes.status}>
          {task.status}
        </Cell>
        {amounts.map((amount) => (
          <Cell key={amount.field} task={task} field={amount.field} handlers={handlers} className={classes.amount}>
            <AmountMark task={task} field={amount} />
          </Cell>
        ))}
        <Cell task={task} field="due" handlers={handlers} className={classes.due}>
          <DueMark task={task} dateStyle={dateStyle} />
        </Cell>
      </li>
    )
  },
  // The handlers are left out: an older one does the same.
  (before, after) =>
    before.task === after.task &&
    before.style.transform === after.style.transform &&
    before.place === after.place &&
    before.count === after.count &&
    before.dateStyle === after.dateStyle &&
    before.words === after.words &&
    before.isSelected === after.isSelected &&
    before.isPicking === after.isPicking &&
    before.isEditing === after.isEditing &&
    before.isDragging === after.isDragging &&
    before.amounts === after.amounts &&
    Boolean(before.handle) === Boolean(after.handle) &&
    before.hasGrip === after.hasGrip &&
    before.dropDay === after.dropDay &&
    before.isOver === after.isOver,
)

interface CellProps {
  task: Task
  field: 'priority' | 'status' | 'due' | AmountName
  handlers: TaskHandlers
  className: string | undefined
  children: ReactNode
}

/** A value that opens its menu. Not in the tab order, because the focused row has a key for it. */
function Cell({ task, field, handlers, className, children }: CellProps) {
  const commands = { priority: 'setPriority', status: 'setStatus', due: 'setDue' } as const
  const command = field in commands ? commands[field as keyof typeof commands] : amountCommand(field as AmountName)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${controls.button} ${classes.cell} ${className ?? ''}`}
      data-field={field}
      title={withKeys(command)}
      onClick={(event) => handlers.ask(field, event.currentTarget, task)}
    >
      {children}
    </button>
  )
}
