import { memo, type ReactNode } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { AmountField } from '../../../contract/task-fields.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { withKeys } from '../../commands/commands.ts'
import { AmountMark } from '../../tasks/amount-marks.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { type EditedField, fieldCommands } from '../../tasks/edited-fields.ts'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import tags from '../../tasks/label-tag.module.css'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { useIsPeeked } from '../../tasks/peek.ts'
import { TaskFacts } from '../../tasks/task-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import controls from '../../ui/controls.module.css'
import { Marked } from '../../ui/marked.tsx'
import { GripIcon, PencilIcon } from '../../ui/more-icons.tsx'
import classes from './list.module.css'
import { RowLink } from './row-link.tsx'
import { isSameRow, type RowProps, rowAttributes } from './row-props.ts'

interface Props extends RowProps {
  dateStyle: Preferences['dateStyle']
  /** The amounts that have a column. */
  amounts: readonly AmountField[]
  /** Whether its group says that it is overdue. */
  isOverdueSaid: boolean
  onEdit: (id: string) => void
  onLabel: (label: string) => void
}

/** A task in one line. Its cells open menus. */
export const TaskRow = memo(
  function TaskRow({ dateStyle, amounts, isOverdueSaid, onEdit, onLabel, ...row }: Props) {
    const { task, words, isSelected, isPicking, isEditing, list, handlers, handle, hasGrip } = row
    const { shown, more } = fittingLabels(task.labels)
    const isPeeked = useIsPeeked(task._id)
    return (
      <li className={classes.row} data-peeked={isPeeked || undefined} {...rowAttributes(row)}>
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
          onEdited={row.onEdited}
          onRename={row.onRename}
        >
          <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
          <span className={classes.title} dir="auto">
            <Marked text={task.title} words={words} />
          </span>
          <span className={classes.facts}>
            <TaskFacts task={task} dateStyle={dateStyle} hasAmounts={false} />
          </span>
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
        <Cell task={task} field="dueDate" handlers={handlers} className={classes.due}>
          <DueMark task={task} dateStyle={dateStyle} isOverdueSaid={isOverdueSaid} />
        </Cell>
      </li>
    )
  },
  (before, after) =>
    isSameRow(before, after) &&
    before.dateStyle === after.dateStyle &&
    before.amounts === after.amounts &&
    before.isOverdueSaid === after.isOverdueSaid,
)

interface CellProps {
  task: Task
  field: EditedField
  handlers: TaskHandlers
  className: string | undefined
  children: ReactNode
}

/** A value that opens its menu. Not in the tab order, because the focused row has a key for it. */
function Cell({ task, field, handlers, className, children }: CellProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${controls.button} ${classes.cell} ${className ?? ''}`}
      data-field={field}
      title={withKeys(fieldCommands[field])}
      onClick={(event) => handlers.ask(field, event.currentTarget, task)}
    >
      {children}
    </button>
  )
}
