import { memo } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { LineFacts, type SaidFacts } from '../../tasks/line-facts.tsx'
import controls from '../../ui/controls.module.css'
import { Marked } from '../../ui/marked.tsx'
import { GripIcon } from '../../ui/more-icons.tsx'
import list from './list.module.css'
import classes from './phone-row.module.css'
import { RowLink } from './row-link.tsx'
import { isSameRow, type RowProps, rowAttributes } from './row-props.ts'

interface Props extends RowProps {
  /** The row of the list, which is measured. */
  index: number
  measure: (row: HTMLElement | null) => (() => void) | undefined
  preferences: Preferences
  said: SaidFacts
}

/** A task on a narrow screen: a title of up to two lines, and a line of facts. */
export const PhoneRow = memo(
  function PhoneRow({ index, measure, preferences, said, ...row }: Props) {
    const { task, words, isSelected, isPicking, isEditing, list: tasks, handlers, handle, hasGrip } = row
    return (
      <li ref={measure} data-index={index} className={`${list.tall} ${classes.row}`} {...rowAttributes(row)}>
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
          onEdited={row.onEdited}
          onRename={row.onRename}
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
          onClick={(event) => handlers.ask('startDate', event.currentTarget, task)}
        >
          Snooze {numberOf(task)}
        </button>
      </li>
    )
  },
  (before, after) =>
    isSameRow(before, after) &&
    before.index === after.index &&
    before.preferences === after.preferences &&
    before.said === after.said,
)
