import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { Text, Title } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type Status, statuses } from '../../../contract/tasks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { nameOf } from '../../deck/change.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { useStop } from '../../navigation/trail.ts'
import { AddButton } from '../../tasks/add-button.tsx'
import { ChangeMany } from '../../tasks/change-many.tsx'
import { describeChange } from '../../tasks/task-words.ts'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useChange } from '../../tasks/use-change.ts'
import { useComplete } from '../../tasks/use-complete.ts'
import { useTaskList } from '../../tasks/use-task-list.ts'
import { Views } from '../../tasks/views.tsx'
import { useTitle } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import classes from './board.module.css'
import { Column } from './column.tsx'
import { columnOf, inColumnsOf, placeAt } from './order.ts'

const pageSize = 100

/** One column per status. Cards are moved by mouse, by touch, or with Space and the arrow keys, and keep their order. */
export function Board() {
  const { preferences } = useSignedIn()
  const { isReady, tasks, error } = useDeck()
  const change = useChange()
  useTitle('Board')
  useStop('Board')
  const [limits, setLimits] = useState<Record<Status, number>>({
    Pending: pageSize,
    'In Progress': pageSize,
    Completed: pageSize,
  })
  const columns = useMemo(() => statuses.map((status) => ({ status, tasks: columnOf(tasks, status) })), [tasks])
  const shown = useMemo(() => columns.map(({ status, tasks }) => tasks.slice(0, limits[status])), [columns, limits])
  const cards = useMemo(() => shown.flat(), [shown])
  const list = useTaskList(cards, {
    name: 'board',
    step: inColumnsOf(shown.map(({ length }) => length)),
    reveal: (index) =>
      document
        .querySelector(`[data-task="${cards[index]?._id}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  })
  const complete = useComplete(list)

  const drop = ({ draggableId: id, destination, source }: DropResult) => {
    const task = tasks.find(({ _id }) => _id === id)
    if (!task || !destination) return
    if (destination.droppableId === source.droppableId && destination.index === source.index) return
    const status = destination.droppableId as Status
    const others = columnOf(tasks, status).filter((other) => other._id !== id)
    const { position, ...place } = placeAt(others, destination.index)
    const moved = status === task.status ? {} : { status }
    void change(
      { kind: 'update', task: id, values: { ...place, ...moved }, position },
      {
        message: () =>
          status === task.status ? `Moved ${nameOf(task)}` : describeChange([task], { status }, preferences.dateStyle),
        failure: 'Error moving task',
        fallback: 'The task was not moved. Please try again.',
      },
    )
  }

  return (
    <>
      <div className={classes.head}>
        <div>
          <Title order={1}>Board</Title>
          <Text c="dimmed">
            Drag cards<span className="about-keys">, or focus one and press Space, then the arrow keys</span>.
          </Text>
        </div>
        <Views />
      </div>
      <TasksFailed />
      {!isReady && !error && <RowSkeletons what="the board" height={110} />}
      {isReady && (
        <DragDropContext onDragEnd={drop}>
          <div className={classes.board}>
            {columns.map(({ status, tasks: { length } }, index) => (
              <Column
                key={status}
                status={status}
                tasks={shown[index] ?? []}
                count={length}
                onMore={() => setLimits({ ...limits, [status]: limits[status] + pageSize })}
                list={list}
                onComplete={complete}
                dateStyle={preferences.dateStyle}
              />
            ))}
          </div>
        </DragDropContext>
      )}
      <AddButton />
      <ChangeMany list={list} preferences={preferences} />
    </>
  )
}
