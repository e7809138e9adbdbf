import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { numberOf } from '../../../contract/words/task-names.ts'
import { TaskLink } from '../../navigation/task-link.tsx'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import tags from '../../tasks/label-tag.module.css'
import { LabelTag } from '../../tasks/label-tag.tsx'
import { DueMark, PriorityMark } from '../../tasks/marks.tsx'
import { TaskFacts } from '../../tasks/task-facts.tsx'
import type { TaskHandlers } from '../../tasks/use-task-actions.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import { Marked } from '../../ui/marked.tsx'
import classes from './board.module.css'

interface CardsProps {
  list: TaskList
  handlers: TaskHandlers
  words: string[]
  dateStyle: Preferences['dateStyle']
  /** Whether the columns are not the statuses already. */
  showsStatus: boolean
}

interface ColumnProps extends CardsProps {
  name: string
  icon: ReactNode
  /** The tasks that are shown. */
  tasks: Task[]
  /** The number of all tasks of the column. */
  count: number
  onMore: () => void
}

export function Column({ name, icon, tasks, count, onMore, ...rest }: ColumnProps) {
  return (
    <section className={classes.column} aria-label={name}>
      <h2 className={classes.heading}>
        {icon} {name} <span className="mono">{count}</span>
      </h2>
      <Droppable droppableId={name}>
        {(provided, { isDraggingOver }) => (
          <ul
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={classes.cards}
            data-over={isDraggingOver || undefined}
            aria-label={`${name} tasks`}
          >
            {tasks.map((task, index) => (
              <Card key={task._id} task={task} index={index} {...rest} />
            ))}
            {provided.placeholder}
            {count === 0 && <li className={classes.none}>No tasks.</li>}
          </ul>
        )}
      </Droppable>
      {count > tasks.length && (
        <Button variant="subtle" fullWidth onClick={onMore}>
          Show more ({count - tasks.length} left)
        </Button>
      )}
    </section>
  )
}

function Card({
  task,
  index,
  list,
  handlers,
  words,
  dateStyle,
  showsStatus,
}: CardsProps & { task: Task; index: number }) {
  const { shown, more } = fittingLabels(task.labels)
  return (
    <Draggable draggableId={task._id} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <li
          ref={innerRef}
          {...draggableProps}
          className={classes.item}
          data-selected={list.selected.has(task._id) || undefined}
        >
          {/* The link is also the drag handle: Enter opens the task, Space lifts the card. */}
          <TaskLink
            {...asLink(dragHandleProps)}
            id={task._id}
            className={classes.card}
            data-dragging={isDragging || undefined}
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
            {shown.length > 0 && (
              <span className={`${tags.line} ${classes.labels}`}>
                {shown.map((label) => (
                  <LabelTag key={label} label={label} />
                ))}
                {more.length > 0 && ` +${more.length}`}
              </span>
            )}
            <span className={classes.marks}>
              <PriorityMark priority={task.priority} />
              {showsStatus && <span>{task.status}</span>}
              <TaskFacts task={task} dateStyle={dateStyle} />
              <WaitingTag id={task._id} />
              <DueMark task={task} dateStyle={dateStyle} />
            </span>
          </TaskLink>
          <CompleteButton task={task} onComplete={handlers.complete} />
        </li>
      )}
    </Draggable>
  )
}

/** The library gives a drag handle the role of a button; a link should keep its own. */
function asLink(handle: DraggableProvidedDragHandleProps | null) {
  const { role: _, ...rest } = handle ?? { role: '' }
  return rest
}
