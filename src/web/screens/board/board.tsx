import { type FocusEvent, type UIEvent, useMemo, useRef, useState } from 'react'
import { isFiltered } from '../../../contract/task-lists/filter.ts'
import { cardFacts } from '../../../contract/task-lists/view-address.ts'
import { priorities, statuses } from '../../../contract/tasks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { openQuickAddAt } from '../../quick-add/open-at.ts'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { useTaskList } from '../../tasks/use-task-list.ts'
import { usePrinting } from '../../ui/printing.ts'
import { useMediaQuery } from '../../ui/use-window.ts'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import classes from './board.module.css'
import { BoardSkeleton } from './board-skeleton.tsx'
import { Column } from './column.tsx'
import { ColumnHead } from './column-head.tsx'
import { inColumnsOf } from './order.ts'
import { useCardDrag } from './use-card-drag.ts'

const pageSize = 100
const groupings = ['status', 'priority'] as const
const hideable = { name: 'Card facts', parts: cardFacts }

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
  const isPrinting = usePrinting()
  const limitOf = (id: string) => (isPrinting ? Number.POSITIVE_INFINITY : (limits[id] ?? pageSize))
  const pages = columns.map(({ id, tasks }) => tasks.slice(0, limitOf(id)))
  const cards = pages.flat()
  const list = useTaskList(cards, {
    name: 'board',
    liftsBySpace: true,
    isInColumns: true,
    step: inColumnsOf(pages.map(({ length }) => length)),
    reveal: (index) =>
      document
        .querySelector(`[data-task="${cards[index]?._id}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
  })
  const { handlers, menu } = useTaskActions(list, preferences)
  const drag = useCardDrag({ columns, isManual, complete: handlers.complete, preferences })

  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const strip = useRef<HTMLDivElement>(null)
  const followSideways = ({ currentTarget }: UIEvent) => {
    if (strip.current) strip.current.scrollLeft = currentTarget.scrollLeft
  }
  /** Shows the column with the focus in the middle: snapping would bring the browser back to the one that it has shown before. */
  const showColumn = ({ target, currentTarget }: FocusEvent) => {
    const index = [...currentTarget.children].findIndex((child) => child.contains(target))
    const board = currentTarget === strip.current ? currentTarget.nextElementSibling : currentTarget
    const column = board?.children[index]?.getBoundingClientRect()
    if (!board || !column || !target.matches(':focus-visible')) return
    board.scrollBy({ left: column.left + column.width / 2 - board.clientWidth / 2 })
  }
  const onFocus = isNarrow ? { onFocus: showColumn } : {}
  const heads = columns.map(({ id, icon, holds, tasks }) => (
    <ColumnHead key={id} name={id} icon={icon} tasks={tasks} onAdd={(at) => openQuickAddAt(at, holds)} />
  ))

  const shownAs = JSON.stringify([view.filter, view.sort, field])
  // Without conditions, empty columns stay: cards are added there.
  const isWithout = shown.isReady && !shown.tasks.length && isFiltered(view.filter)

  return (
    <Surface name="Board" view={view} shown={shown} groupChoices={groupings} hideable={hideable} keepsPeek={false}>
      {!shown.isReady && !shown.error && <BoardSkeleton columns={columns.length} />}
      {isWithout && <NoTasks view={view} later={shown.later.length} />}
      {shown.isReady && !isWithout && (
        <>
          <p className={`about-keys ${classes.hint}`}>
            Drag cards, or focus one and press <kbd>Space</kbd>, then the arrow keys.
          </p>
          {isNarrow && (
            <div ref={strip} className={classes.strip} data-columns={columns.length} {...onFocus}>
              {heads}
            </div>
          )}
          <div
            {...drag.box}
            className={classes.board}
            data-columns={columns.length}
            data-hidden={view.hidden.join(' ')}
            onScroll={followSideways}
            {...onFocus}
          >
            {columns.map(({ id, tasks }, index) => (
              <Column
                key={id}
                name={id}
                head={!isNarrow && heads[index]}
                tasks={pages[index] ?? []}
                all={tasks}
                words={shown.words}
                onMore={() => setLimits({ ...limits, [id]: limitOf(id) + pageSize })}
                list={list}
                handlers={handlers}
                dateStyle={preferences.dateStyle}
                showsStatus={field !== 'status'}
                drag={drag}
                isManual={isManual}
                view={shownAs}
              />
            ))}
            {drag.layer}
          </div>
        </>
      )}
      <SelectionBar list={list} handlers={handlers} />
      {menu}
    </Surface>
  )
}
