import { type CSSProperties, memo, useState } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { nameOf, numberOf } from '../../../contract/words/task-names.ts'
import { withKeys } from '../../commands/commands.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import tags from '../../tasks/label-tag.module.css'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { plainText } from '../../tasks/plain-text.ts'
import { TaskFacts, useFactsLength } from '../../tasks/task-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import controls from '../../ui/controls.module.css'
import { Marked } from '../../ui/marked.tsx'
import { hasChips } from './card-height.ts'
import classes from './dashboard.module.css'

interface Props {
  task: Task
  /** The row of cards, whose height is measured on a narrow screen. */
  index: number
  measure: ((card: HTMLElement | null) => (() => void) | undefined) | undefined
  /** Its place among all tasks of the list. */
  place: number
  count: number
  /** The position in the grid; undefined on paper. */
  y: number | undefined
  column: number
  words: string[]
  filtered: readonly string[]
  dateStyle: Preferences['dateStyle']
  /** Whether the card has a line for facts and labels. */
  isWide: boolean
  selected: boolean
  onFocus: TaskList['onFocus']
  onBlur: TaskList['onBlur']
  onToggle: TaskList['toggle']
  handlers: TaskHandlers
  onLabel: (label: string) => void
}

/** The whole card is a link. Its checkbox, its button and its labels lie on top of it. */
export const TaskCard = memo(
  function TaskCard({ task, place, count, y, column, words, filtered, dateStyle, isWide, selected, ...rest }: Props) {
    const { index, measure, onFocus, onBlur, onToggle, handlers, onLabel } = rest
    const [firstVersion] = useState(task.version)
    const taken = useFactsLength(task)
    const { shown, more } = fittingLabels(
      task.labels.filter((label) => !filtered.includes(label)),
      taken,
    )
    const ownLine = isWide || hasChips(task)
    const facts = taken > 0 && (
      <span className={classes.facts}>
        <TaskFacts task={task} dateStyle={dateStyle} />
      </span>
    )
    return (
      <li
        ref={measure}
        data-index={index}
        className={classes.item}
        style={{ ...(y === undefined ? {} : { transform: `translateY(${y}px)` }), '--column': column } as CSSProperties}
        aria-setsize={count}
        aria-posinset={place}
        data-selected={selected || undefined}
      >
        <TaskLink
          id={task._id}
          className={classes.card}
          data-task={task._id}
          data-done={task.status === 'Completed' || undefined}
          onFocus={() => onFocus(task._id)}
          onBlur={onBlur}
        >
          {task.version !== firstVersion && <span key={task.version} className={classes.flash} />}
          <span className={classes.top}>
            <span className={classes.title} dir="auto" title={task.title}>
              <Marked text={task.title} words={words} />
            </span>
            <WaitingTag id={task._id} />
            <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
          </span>
          <span className={`${controls.twoLines} ${classes.description}`} dir="auto">
            <Marked text={plainText(task.description)} words={words} />
          </span>
          {ownLine && facts}
          <span className={classes.bottom}>
            <PriorityMark priority={task.priority} />
            <span className={classes.status} data-field="status">
              {task.status}
            </span>
            {!ownLine && facts}
            <DueMark task={task} dateStyle={dateStyle} />
          </span>
        </TaskLink>
        <label className={classes.pick} title={withKeys('select')}>
          <input
            type="checkbox"
            className={controls.checkbox}
            checked={selected}
            onChange={(event) => onToggle(task._id, (event.nativeEvent as MouseEvent).shiftKey)}
            aria-label={`Select ${nameOf(task)}`}
          />
        </label>
        <CompleteButton task={task} onComplete={handlers.complete} />
        {isWide && shown.length > 0 && (
          <span className={`${tags.line} ${classes.labels}`} data-field="labels">
            {/* Keeps the place of the facts, which are part of the link. */}
            <span className={classes.room} aria-hidden="true">
              {facts}
            </span>
            {shown.map((label) => (
              <LabelTag key={label} label={label} onClick={() => onLabel(label)} title={`Show only #${label}`} />
            ))}
            {more.length > 0 && <span title={more.map((label) => `#${label}`).join(' ')}>+{more.length}</span>}
          </span>
        )}
      </li>
    )
  },
  // The handlers are left out: an older one does the same.
  (before, after) =>
    before.task === after.task &&
    before.selected === after.selected &&
    before.index === after.index &&
    before.y === after.y &&
    before.column === after.column &&
    before.place === after.place &&
    before.count === after.count &&
    before.words === after.words &&
    before.filtered === after.filtered &&
    before.dateStyle === after.dateStyle &&
    before.isWide === after.isWide,
)
