import { Skeleton } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { ChangeMany } from '../../tasks/change-many.tsx'
import { useComplete } from '../../tasks/use-complete.ts'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import classes from './dashboard.module.css'
import { TaskCard } from './task-card.tsx'

const gapPx = 16
const cardHeightPx = 164
/** The navigation bar covers the top of the page. */
const navBarPx = 57
const minCardPx = 320

interface Props {
  tasks: Task[]
  preferences: Preferences
  onLabel: (label: string) => void
}

/** Renders only the rows in view, so that ten thousand tasks cost no more than thirty. */
export function CardGrid({ tasks, preferences, onLabel }: Props) {
  const { ref: sizeRef, width } = useElementSize<HTMLDivElement>()
  const box = useRef<HTMLDivElement>(null)
  const columns = Math.max(1, Math.min(3, Math.floor(((width || window.innerWidth) + gapPx) / (minCardPx + gapPx))))
  const rows = useWindowVirtualizer({
    count: Math.ceil(tasks.length / columns),
    estimateSize: () => cardHeightPx + gapPx,
    overscan: 4,
    scrollPaddingStart: navBarPx + gapPx,
    scrollPaddingEnd: gapPx,
    scrollMargin: box.current?.offsetTop ?? 0,
  })
  const ref = useMergedRef(box, sizeRef)
  const list = useTaskList(tasks, {
    name: 'cards',
    step: inRowsOf(columns),
    reveal: (index) => rows.scrollToIndex(Math.floor(index / columns), { align: 'auto' }),
  })
  const complete = useComplete(list)
  return (
    <div
      ref={ref}
      className={classes.grid}
      style={{ height: rows.getTotalSize() }}
      data-selecting={list.selected.size > 0 || undefined}
    >
      {rows.getVirtualItems().map((row) => (
        <ul
          key={row.key}
          aria-label="Tasks"
          data-index={row.index}
          ref={rows.measureElement}
          className={classes.row}
          style={{
            transform: `translateY(${row.start - rows.options.scrollMargin}px)`,
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
          }}
        >
          {tasks.slice(row.index * columns, (row.index + 1) * columns).map((task) => (
            <TaskCard
              key={task._id}
              task={task}
              dateStyle={preferences.dateStyle}
              selected={list.selected.has(task._id)}
              onFocus={list.onFocus}
              onBlur={list.onBlur}
              onToggle={list.toggle}
              onComplete={complete}
              onLabel={onLabel}
            />
          ))}
        </ul>
      ))}
      <ChangeMany list={list} preferences={preferences} />
    </div>
  )
}

const placeholders = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

export function CardSkeletons() {
  return (
    <div className={classes.skeletons} role="status" aria-label="Loading tasks">
      {placeholders.map((name) => (
        <Skeleton key={name} height={cardHeightPx} radius={14} />
      ))}
    </div>
  )
}
