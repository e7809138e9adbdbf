import { Draggable, type DraggableProvidedDragHandleProps, Droppable } from '@hello-pangea/dnd'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import type { Status } from '../../../contract/tasks.ts'
import { numberOf } from '../../deck/change.ts'
import { taskPath } from '../../navigation/paths.ts'
import { CompleteButton } from '../../tasks/complete-button.tsx'
import { DueMark, PriorityMark, statusIcon } from '../../tasks/marks.tsx'
import type { TaskList } from '../../tasks/use-task-list.ts'
import { WaitingTag } from '../../tasks/waiting-tag.tsx'
import classes from './board.module.css'

interface CardsProps {
  list: TaskList
  onComplete: (task: Task) => void
  dateStyle: Preferences['dateStyle']
}

interface ColumnProps extends CardsProps {
  status: Status
  /** The tasks that are shown. */
  tasks: Task[]
  /** The number of all tasks with this status. */
  count: number
  onMore: () => void
}

export function Column({ status, tasks, count, onMore, ...rest }: ColumnProps) {
  return (
    <section className={classes.column} aria-label={status}>
      <h2 className={classes.heading}>
        {statusIcon(status)} {status} <span className="mono">{count}</span>
      </h2>
      <Droppable droppableId={status}>
        {(provided, { isDraggingOver }) => (
          <ul
            ref={provided.innerRef}
            {...provided.droppableProps}
            className={classes.cards}
            data-over={isDraggingOver || undefined}
            aria-label={`${status} tasks`}
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

function Card({ task, index, list, onComplete, dateStyle }: CardsProps & { task: Task; index: number }) {
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
          <Link
            {...asLink(dragHandleProps)}
            to={taskPath(task._id)}
            className={classes.card}
            data-dragging={isDragging || undefined}
            data-task={task._id}
            onFocus={() => list.onFocus(task._id)}
            onBlur={list.onBlur}
          >
            <span className={classes.title}>
              <span className={`mono ${classes.number}`}>{numberOf(task)}</span> {task.title}
            </span>
            {task.labels.length > 0 && (
              <span className={classes.labels}>{task.labels.map((label) => `#${label}`).join(' ')}</span>
            )}
            <span className={classes.marks}>
              <PriorityMark priority={task.priority} />
              <WaitingTag id={task._id} />
              <DueMark task={task} dateStyle={dateStyle} />
            </span>
          </Link>
          <CompleteButton task={task} onComplete={onComplete} />
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
