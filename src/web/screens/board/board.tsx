import {
  DragDropContext,
  Draggable,
  type DraggableProvidedDragHandleProps,
  Droppable,
  type DropResult,
} from '@hello-pangea/dnd'
import { Button, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { type Status, statuses } from '../../../contract/tasks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths, taskViews } from '../../app/paths.ts'
import { DueMark, PriorityMark, statusIcon } from '../../tasks/marks.tsx'
import { tasksQuery, useMoveTask } from '../../tasks/queries.ts'
import { useUndo } from '../../tasks/undo.ts'
import { Views } from '../../tasks/views.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { useTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import classes from './board.module.css'
import { columnOf, positionAt } from './order.ts'

/** Columns by status. Cards are moved with the mouse, a finger, or Space and the arrows; their order is kept. */
export function Board() {
  const { preferences } = useSignedIn()
  const { data: tasks, error, refetch } = useQuery(tasksQuery(''))
  const move = useMoveTask()
  const undo = useUndo()
  useTitle('Board')

  const drop = ({ draggableId: id, destination, source }: DropResult) => {
    const task = tasks?.find(({ _id }) => _id === id)
    if (!tasks || !task || !destination) return
    if (destination.droppableId === source.droppableId && destination.index === source.index) return
    const status = destination.droppableId as Status
    const others = columnOf(tasks, status).filter((other) => other._id !== id)
    move.mutate(
      { id, position: positionAt(others, destination.index), ...(status === task.status ? {} : { status }) },
      {
        onSuccess: ({ change }) =>
          undo.offer(status === task.status ? `#${task.number} moved.` : `#${task.number} is ${status} now.`, change),
        onError: (failure) => reportFailure('Error moving task', failure, 'The task was not moved. Please try again.'),
      },
    )
  }

  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>Board</Title>
          <Text c="dimmed">Drag cards, or focus one and press Space, then the arrow keys.</Text>
        </div>
        <Views views={taskViews} />
      </div>
      {error && !tasks && <LoadFailed what="your tasks" error={error} onRetry={refetch} />}
      {!tasks && !error && <RowSkeletons what="the board" height={110} />}
      {tasks && (
        <DragDropContext onDragEnd={drop}>
          <div className={classes.board}>
            {statuses.map((status) => (
              <Column key={status} status={status} tasks={columnOf(tasks, status)} dateStyle={preferences.dateStyle} />
            ))}
          </div>
        </DragDropContext>
      )}
    </>
  )
}

const shownAtFirst = 100

interface ColumnProps {
  status: Status
  tasks: Task[]
  dateStyle: Preferences['dateStyle']
}

function Column({ status, tasks, dateStyle }: ColumnProps) {
  const [most, setMost] = useState(shownAtFirst)
  return (
    <section className={classes.column} aria-label={status}>
      <h2 className={classes.heading}>
        {statusIcon(status)} {status} <span className="mono">{tasks.length}</span>
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
            {tasks.slice(0, most).map((task, index) => (
              <Card key={task._id} task={task} index={index} dateStyle={dateStyle} />
            ))}
            {provided.placeholder}
            {tasks.length === 0 && <li className={classes.none}>Nothing here.</li>}
          </ul>
        )}
      </Droppable>
      {tasks.length > most && (
        <Button variant="subtle" fullWidth onClick={() => setMost(most + shownAtFirst)}>
          Show more ({tasks.length - most} left)
        </Button>
      )}
    </section>
  )
}

function Card({ task, index, dateStyle }: { task: Task; index: number; dateStyle: Preferences['dateStyle'] }) {
  return (
    <Draggable draggableId={task._id} index={index}>
      {({ innerRef, draggableProps, dragHandleProps }, { isDragging }) => (
        <li ref={innerRef} {...draggableProps} className={classes.item}>
          {/* The link itself is what is dragged: Enter opens it, Space lifts it. */}
          <Link
            {...asLink(dragHandleProps)}
            to={generatePath(paths.task, { id: task._id })}
            className={classes.card}
            data-dragging={isDragging || undefined}
            data-task={task._id}
          >
            <span className={classes.title}>
              <span className={`mono ${classes.number}`}>#{task.number}</span> {task.title}
            </span>
            {task.labels.length > 0 && (
              <span className={classes.labels}>{task.labels.map((label) => `#${label}`).join(' ')}</span>
            )}
            <span className={classes.marks}>
              <PriorityMark priority={task.priority} />
              <DueMark task={task} dateStyle={dateStyle} />
            </span>
          </Link>
        </li>
      )}
    </Draggable>
  )
}

/** What can be dragged would call itself a button; a link should stay one. */
function asLink(handle: DraggableProvidedDragHandleProps | null) {
  const { role: _, ...rest } = handle ?? { role: '' }
  return rest
}
