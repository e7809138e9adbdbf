import { Fragment, type ReactNode } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { numberOf } from '../../../contract/words/task-names.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { ClaimMark } from '../../tasks/claim-mark.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { CriteriaMark } from '../../tasks/criteria-mark.tsx'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import tags from '../../tasks/label-tag.module.css'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { ParentMark } from '../../tasks/parent-mark.tsx'
import { FurtherFacts } from '../../tasks/task-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { Button } from '../../ui/button.tsx'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { type Gap, indexOfGap } from '../../ui/drag/gap.ts'
import { Marked } from '../../ui/marked.tsx'
import classes from './board.module.css'
import { useStillCards } from './use-still-cards.ts'

interface CardsProps {
  list: TaskList
  handlers: TaskHandlers
  words: string[]
  dateStyle: Preferences['dateStyle']
  /** Whether cards show their status, because the columns do not. */
  showsStatus: boolean
  drag: Drag<Gap>
}

interface ColumnProps extends CardsProps {
  name: string
  /** Its heading, unless it is above the board. */
  head: ReactNode
  /** The tasks that are shown. */
  tasks: Task[]
  /** All tasks of the column. */
  all: Task[]
  onMore: () => void
  /** Whether the order is the user's own: then a line shows where a card would be dropped. */
  isManual: boolean
  /** Identifies the filter, order and grouping: it changes when one of them does. */
  view: string
}

export function Column({ name, head, tasks, all, onMore, isManual, view, ...rest }: ColumnProps) {
  const cards = useStillCards(tasks, view)
  const { id: dragged, place } = rest.drag
  const isOver = dragged !== undefined && place?.list === name
  const others = isOver ? tasks.map(({ _id }) => _id).filter((id) => id !== dragged) : []
  const index = isOver && isManual ? indexOfGap(place, others) : undefined
  const mark = <li className={classes.mark} aria-hidden="true" data-drop-mark />
  return (
    <section className={classes.column} aria-label={name} data-drop-list={name}>
      {head}
      <ul ref={cards} className={classes.cards} data-over={isOver || undefined} aria-label={`${name} tasks`}>
        {tasks.map((task) => (
          <Fragment key={task._id}>
            {index !== undefined && others[index] === task._id && mark}
            <Card task={task} {...rest} />
          </Fragment>
        ))}
        {index !== undefined && index >= others.length && mark}
        {all.length === 0 && <li className={classes.none}>Drop a task here</li>}
      </ul>
      {all.length > tasks.length && (
        <Button variant="subtle" isWide onClick={onMore}>
          Show more ({(all.length - tasks.length).toLocaleString('en')} left)
        </Button>
      )}
    </section>
  )
}

function Card({ task, list, handlers, words, dateStyle, showsStatus, drag }: CardsProps & { task: Task }) {
  const { shown, more } = fittingLabels(task.labels)
  return (
    <li className={classes.item} data-drop-item={task._id} data-selected={list.selected.has(task._id) || undefined}>
      {/* The link is also the drag handle: Enter opens the task, Space lifts the card. */}
      <TaskLink
        {...drag.handle}
        id={task._id}
        className={classes.card}
        data-dragging={drag.id === task._id || undefined}
        data-done={task.status === 'Completed' || undefined}
        data-task={task._id}
        onFocus={() => list.onFocus(task._id)}
        onBlur={list.onBlur}
      >
        <span className={classes.top}>
          <span className={classes.title} dir="auto">
            <Marked text={task.title} words={words} />
          </span>
          <span className={`mono ${classes.number}`}>{numberOf(task)}</span>
        </span>
        <ParentMark task={task} />
        <span className={classes.chips}>
          <ClaimMark task={task} />
          <CriteriaMark task={task} />
        </span>
        <span className={classes.marks}>
          <span data-mark="priority">
            <PriorityMark priority={task.priority} />
          </span>
          {showsStatus && <span>{task.status}</span>}
          {shown.length > 0 && (
            <span className={`${tags.line} ${classes.labels}`}>
              {shown.map((label) => (
                <LabelTag key={label} label={label} />
              ))}
              {more.length > 0 && ` +${more.length}`}
            </span>
          )}
          <FurtherFacts task={task} dateStyle={dateStyle} />
          <WaitingTag id={task._id} />
          <span data-mark="due">
            <DueMark task={task} dateStyle={dateStyle} />
          </span>
        </span>
      </TaskLink>
      <CompleteButton task={task} onComplete={handlers.complete} />
    </li>
  )
}
