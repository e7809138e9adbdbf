import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { useMemo, useState } from 'react'
import type { ManyChange } from '../../../contract/schemas/tasks.ts'
import { priorities, statuses } from '../../../contract/tasks.ts'
import { nameOf } from '../../../contract/words/task-names.ts'
import { describeChange } from '../../../contract/words/task-words.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { showNow } from '../../deck/current-deck.ts'
import { haveOpenParts } from '../../tasks/complete-parts.tsx'
import { placeAt } from '../../tasks/manual-order.ts'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useChange } from '../../tasks/use-change.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { useTaskList } from '../../tasks/use-task-list.ts'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import classes from './board.module.css'
import { BoardSkeleton } from './board-skeleton.tsx'
import { Column } from './column.tsx'
import { inColumnsOf } from './order.ts'

const pageSize = 100
const groupings = ['status', 'priority'] as const

const statusColumns = statuses.map((value) => ({
  id: value,
  icon: statusIcon(value),
  holds: { status: value } as const,
}))
const priorityColumns = priorities.map((value) => ({
  id: value,
  icon: priorityIcon(value),
  holds: { priority: value } as const,
}))

/** One column per status or priority. Cards are moved by mouse, by touch, or with Space and the arrow keys. */
export function Board() {
  const { preferences } = useSignedIn()
  const view = useView('status', 'manual')
  const shown = useShown(view)
  const change = useChange()
  const isManual = view.sort.by === 'manual' && !shown.words.length
  const field = view.grouping === 'priority' ? 'priority' : 'status'
  const [limits, setLimits] = useState<Record<string, number>>({})
  const columns = useMemo(
    () =>
      (field === 'status' ? statusColumns : priorityColumns).map((column) => ({
        ...column,
        tasks: shown.tasks.filter((task) => task[field] === column.id),
      })),
    [shown.tasks, field],
  )
  const limitOf = (id: string) => limits[id] ?? pageSize
  const pages = columns.map(({ id, tasks }) => tasks.slice(0, limitOf(id)))
  const cards = pages.flat()
  const list = useTaskList(cards, {
    name: 'board',
    step: inColumnsOf(pages.map(({ length }) => length)),
    reveal: (index) =>
      document
        .querySelector(`[data-task="${cards[index]?._id}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const { complete } = handlers

  const drop = ({ draggableId: id, destination, source }: DropResult) => {
    const task = cards.find(({ _id }) => _id === id)
    const column = columns.find((other) => other.id === destination?.droppableId)
    if (!task || !destination || !column) return
    const isSameColumn = destination.droppableId === source.droppableId
    if (isSameColumn && (destination.index === source.index || !isManual)) return
    const others = column.tasks.filter((other) => other._id !== id)
    const { position, ...place } = placeAt(others, destination.index)
    const moved: ManyChange = isSameColumn ? {} : column.holds
    if (moved.status === 'Completed' && haveOpenParts([task])) return void complete(task)
    void change(
      {
        kind: 'update',
        task: id,
        values: { ...(isManual ? place : {}), ...moved },
        ...(isManual ? { position } : {}),
      },
      {
        message: () => (isSameColumn ? `Moved ${nameOf(task)}` : describeChange([task], moved, preferences.dateStyle)),
        failure: 'Error moving task',
        fallback: 'The task was not moved. Please try again.',
      },
    )
    showNow()
  }

  return (
    <Surface name="Board" view={view} shown={shown} groupChoices={groupings}>
      {!shown.isReady && !shown.error && <BoardSkeleton columns={columns.length} />}
      {shown.isReady && (
        <DragDropContext onDragEnd={drop}>
          <p className={`about-keys ${classes.hint}`}>
            Drag cards, or focus one and press <kbd>Space</kbd>, then the arrow keys.
          </p>
          <div className={classes.board} data-columns={columns.length}>
            {columns.map(({ id, icon, tasks }, index) => (
              <Column
                key={id}
                name={id}
                icon={icon}
                tasks={pages[index] ?? []}
                count={tasks.length}
                words={shown.words}
                onMore={() => setLimits({ ...limits, [id]: limitOf(id) + pageSize })}
                list={list}
                handlers={handlers}
                dateStyle={preferences.dateStyle}
                showsStatus={field !== 'status'}
              />
            ))}
          </div>
        </DragDropContext>
      )}
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </Surface>
  )
}
