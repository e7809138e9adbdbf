import { type CSSProperties, useMemo } from 'react'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Group } from '../../../contract/task-lists/group.ts'
import { Sums } from '../../tasks/amount-marks.tsx'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { useTaskList } from '../../tasks/use-task-list.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useBox } from '../../ui/use-box.ts'
import { useOnChange } from '../../ui/use-on-change.ts'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { useMediaQuery } from '../../ui/use-window.ts'
import { cardHeight } from './card-height.ts'
import { cardRows, inCardRows } from './card-rows.ts'
import classes from './dashboard.module.css'
import { TaskCard } from './task-card.tsx'

const gapPx = { wide: 16, narrow: 8 }
const headingPx = { wide: 40, narrow: 28 }
/** The navigation bar and the header row cover the top of the page. */
const coveredPx = 121
const minCardPx = 300

interface Props {
  groups: Group[]
  words: string[]
  /** The labels of the filter: they are not repeated on every card. */
  filtered: readonly string[]
  preferences: Preferences
  onLabel: (label: string) => void
}

/** One list of cards in columns. Renders only the rows in view, so that ten thousand tasks cost no more than thirty. */
export function CardGrid({ groups, words, filtered, preferences, onLabel }: Props) {
  const { ref, width, top } = useBox<HTMLUListElement>()
  const size = useMediaQuery('(min-width: 992px)') ? 'wide' : 'narrow'
  const gap = gapPx[size]
  const columns = Math.max(1, Math.floor((width + gap) / (minCardPx + gap)))
  const items = useMemo(() => cardRows(groups, columns), [groups, columns])
  const tasks = useMemo(() => groups.flatMap((group) => group.tasks), [groups])
  const heights = useMemo(() => {
    const cardWidth = (width + gap) / columns - gap
    // Nothing before the number of columns is known.
    return (width ? items : []).map(
      ({ heading, tasks: inRow = [] }) => (heading ? headingPx[size] : cardHeight(inRow, size, cardWidth)) + gap,
    )
  }, [items, width, gap, columns, size])
  const scrollPadding = { start: coveredPx, end: gap }
  const { rows, totalPx, remeasure, measure, scrollToRow, isPrinting } = useVirtualRows({
    heights,
    rowsAhead: 3,
    scrollPadding,
    gap,
    top,
  })
  // Titles wrap at another place.
  useOnChange(`${width} ${size}`, remeasure)
  const list = useTaskList(tasks, {
    name: 'cards',
    step: inCardRows(items),
    reveal: (index) => {
      const row = items.findIndex((item) => item.tasks && index < item.start + item.tasks.length)
      scrollToRow(row)
    },
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const gestures = useTouchGestures(tasks, list, handlers)
  return (
    <>
      <ul
        {...gestures}
        ref={ref}
        aria-label="Tasks"
        className={classes.grid}
        style={{ ...(isPrinting ? {} : { height: totalPx }), '--columns': columns } as CSSProperties}
        data-selecting={list.selected.size > 0 || undefined}
      >
        {rows.flatMap(({ index, y }) => {
          const item = items[index]
          if (!item) return []
          if (item.heading)
            return (
              <li
                key={item.heading.id}
                className={classes.heading}
                style={isPrinting ? {} : { transform: `translateY(${y}px)` }}
              >
                <h2 data-tone={item.heading.id === 'overdue' ? 'overdue' : undefined}>
                  <span dir="auto">{item.heading.name}</span> <span className="mono">{item.heading.tasks.length}</span>{' '}
                  <Sums tasks={item.heading.tasks} />
                </h2>
              </li>
            )
          return item.tasks.map((task, column) => (
            <TaskCard
              key={task._id}
              task={task}
              index={index}
              measure={size === 'narrow' ? measure : undefined}
              place={item.start + column + 1}
              count={tasks.length}
              y={isPrinting ? undefined : y}
              column={column}
              words={words}
              filtered={filtered}
              dateStyle={preferences.dateStyle}
              isWide={size === 'wide'}
              selected={list.selected.has(task._id)}
              onFocus={list.onFocus}
              onBlur={list.onBlur}
              onToggle={list.toggle}
              handlers={handlers}
              onLabel={onLabel}
            />
          ))
        })}
      </ul>
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </>
  )
}

const placeholders = ['1', '2', '3', '4', '5', '6', '7', '8', '9']

export function CardSkeletons() {
  return (
    <div className={classes.skeletons} role="status" aria-label="Loading tasks">
      {placeholders.map((name) => (
        <Skeleton key={name} radius={12} />
      ))}
    </div>
  )
}
