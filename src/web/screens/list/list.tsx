import { useCallback, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Grouping } from '../../../contract/task-lists/group.ts'
import { asksForLater } from '../../../contract/task-lists/places.ts'
import { amountColumns, columns } from '../../../contract/task-lists/view-address.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { SelectionBar } from '../../tasks/selection-bar.tsx'
import { useToday } from '../../tasks/today.ts'
import { useChange } from '../../tasks/use-change.ts'
import { useFollowMoved, useMoveKeys, useMoveToDay } from '../../tasks/use-move-to-day.ts'
import { useTaskActions } from '../../tasks/use-task-actions.tsx'
import { inRowsOf, useTaskList } from '../../tasks/use-task-list.ts'
import { useTouchGestures } from '../../tasks/use-touch-gestures.ts'
import type { Drag } from '../../ui/drag/drag-options.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { useBox } from '../../ui/use-box.ts'
import { useOnChange } from '../../ui/use-on-change.ts'
import { useVirtualRows } from '../../ui/use-virtual-rows.ts'
import { useMediaQuery } from '../../ui/use-window.ts'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import { DropBar } from './drop-bar.tsx'
import { type DateField, dropDayOf, dropTargets } from './drop-days.ts'
import { GroupRow } from './group-row.tsx'
import { itemsOf } from './items.ts'
import classes from './list.module.css'
import { ListHeader } from './list-header.tsx'
import { NothingHere } from './nothing-here.tsx'
import { PhoneRow } from './phone-row.tsx'
import { rowHeight, skeletonPx } from './row-heights.ts'
import { TaskRow } from './task-row.tsx'
import { useClosedGroups } from './use-closed-groups.ts'
import { useDateDrag } from './use-date-drag.ts'
import { useListGroups } from './use-list-groups.ts'
import { useManualOrder } from './use-manual-order.ts'
import { useSaidFacts } from './use-said-facts.ts'

/** The navigation bar and the header row cover the top of the page. */
const coveredPx = 105

interface Props {
  place?: 'tasks' | 'later' | 'waiting'
}

const hideable = { name: 'Columns', parts: columns }
/** The date of a grouping. */
const dateOf: Partial<Record<Grouping, DateField>> = { due: 'dueDate' }
const names = { tasks: 'List', later: 'Later', waiting: 'Waiting' }

/** Dense rows to work in. Renders only those in view, so that ten thousand tasks cost no more than thirty. */
export function List({ place = 'tasks' }: Props) {
  const { preferences } = useSignedIn()
  const isWide = useMediaQuery('(min-width: 992px)')
  const view = useView('due')
  const shown = useShown(view, place)
  const { words } = shown
  const { density } = view
  const grouping = words.length ? 'none' : view.grouping
  const groups = useListGroups(shown, place, grouping)
  const { isClosed, toggle } = useClosedGroups(groups, asksForLater(view.filter))
  const items = useMemo(() => itemsOf(groups, isClosed), [groups, isClosed])
  const tasks = useMemo(() => items.flatMap(({ task }) => task ?? []), [items])
  const places = useMemo(() => new Map(items.map(({ task }, index) => [task?._id, index])), [items])

  const saidIn = useSaidFacts(place === 'later' ? 'none' : grouping, view.filter.label)
  // A column without any value would only take room from the titles.
  const filled = amountColumns
    .flatMap(({ field }) => (shown.tasks.some((task) => typeof task[field] === 'number') ? field : []))
    .join()
  const amounts = useMemo(
    () => amountColumns.filter(({ field }) => filled.split(',').includes(field) && !view.hidden.includes(field)),
    [filled, view.hidden],
  )

  const [editing, setEditing] = useState<string>()

  const { ref: box, top, width } = useBox<HTMLUListElement>()
  const isManual = view.sort.by === 'manual' && !words.length && place !== 'later'
  const calendar = { today: useToday(), weekStart: preferences.weekStart }
  const date = words.length ? undefined : place === 'later' ? 'startDate' : dateOf[grouping]
  const targets = date ? dropTargets(date, calendar) : []
  const manual = useManualOrder({
    items,
    isManual,
    dayAt: date && ((item) => dropDayOf(item, date, targets)),
    dateStyle: preferences.dateStyle,
    rowAt: (y) => virtual.rowAt(y - (box.current?.getBoundingClientRect().top ?? 0)),
  })
  const dateField = isManual ? undefined : date
  const list = useTaskList(tasks, {
    name: place === 'tasks' ? 'list' : place,
    step: inRowsOf(1),
    liftsBySpace: isManual,
    reveal: (index) => virtual.scrollToRow(places.get(tasks[index]?._id) ?? 0),
  })
  const dates = useDateDrag({ list, tasks, field: dateField, preferences })
  const drag: Drag<unknown> = isManual ? manual.drag : dates
  const virtual = useVirtualRows({
    heights: useMemo(
      () => items.map((item) => rowHeight(item, { isWide, density, listPx: width })),
      [items, isWide, density, width],
    ),
    keyOf: useCallback((index: number) => items[index]?.key ?? index, [items]),
    rowsAhead: 8,
    keptRows: [editing, drag.id].flatMap((id) => (id ? (places.get(id) ?? []) : [])),
    scrollPadding: { start: coveredPx, end: 96 },
    top,
  })
  // Titles wrap at another place, and rows have another height.
  useOnChange(`${width} ${isWide} ${density}`, virtual.remeasure)
  const actions = useTaskActions(list, preferences)
  const gestures = useTouchGestures(tasks, list, actions.handlers, isManual || dateField ? drag.hold : undefined)
  const moveToDay = useMoveToDay(preferences)
  const follow = useFollowMoved(tasks)
  useMoveKeys({
    list: dateField === 'dueDate' ? list : { ...list, focused: undefined },
    today: calendar.today,
    move: moveToDay,
    onMoved: follow,
  })
  const change = useChange()
  /** The row has the focus again, unless the user has moved it elsewhere. */
  const stopEditing = (id: string) => {
    flushSync(() => setEditing(undefined))
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-task="${id}"]`)?.focus()
  }
  const rename = (id: string, title: string) => {
    stopEditing(id)
    void change(
      { kind: 'update', task: id, values: { title } },
      {
        message: ([task]) => `Renamed #${task?.number} to ${title}`,
        failure: 'Error updating tasks',
        fallback: 'The title was not changed. Please try again.',
      },
    )
  }
  useCommands({
    ...(list.focused ? { editTask: () => setEditing(list.focused?._id) } : {}),
    ...(list.focused && isManual
      ? {
          moveUp: () => manual.moveBy(list.focused, -1),
          moveDown: () => manual.moveBy(list.focused, 1),
        }
      : {}),
  })

  return (
    <Surface
      name={names[place]}
      view={view}
      shown={shown}
      // Rows of a phone show what they have room for.
      {...(isWide ? { hasDensity: true, hideable } : {})}
      {...(place === 'tasks' ? { heading: 'All tasks' } : { hasSwitch: false })}
      {...(place === 'later' ? { isOrdered: true, groupChoices: [], hasDue: false } : {})}
    >
      {!shown.isReady && !shown.error && <RowSkeletons what="tasks" height={skeletonPx(isWide, density)} />}
      {shown.isReady && !shown.tasks.length && <NothingHere place={place} view={view} later={shown.later.length} />}
      {shown.tasks.length > 0 && (
        <div
          {...drag.box}
          className={classes.table}
          data-grouped={Boolean(items[0]?.group) || undefined}
          data-density={density}
          data-hidden={view.hidden.join(' ')}
        >
          <ListHeader view={view} list={list} amounts={amounts} isOrdered={place === 'later'} />
          <ul
            ref={box}
            {...gestures}
            aria-label="Tasks"
            className={classes.rows}
            style={virtual.isPrinting ? {} : { height: virtual.totalPx }}
          >
            {virtual.rows.map((row) => {
              const item = items[row.index]
              if (!item) return null
              const style = virtual.isPrinting ? {} : { transform: `translateY(${row.y}px)` }
              const isPicking = list.selected.size > 0
              const dropDay = dateField && dropDayOf(item, dateField, targets)
              const isOther = drag.id !== undefined && item.task?._id !== drag.id
              const isOver = isOther && dropDay !== undefined && drag.place === dropDay
              if (item.group)
                return (
                  <GroupRow
                    key={row.key}
                    style={style}
                    group={item.group}
                    isClosed={isClosed(item.group.id)}
                    onToggle={toggle}
                    dropDay={dropDay}
                    isOver={isOver}
                  />
                )
              const { task, place } = item
              const shared = {
                task,
                style,
                place,
                count: tasks.length,
                words,
                isSelected: list.selected.has(task._id),
                isPicking,
                isEditing: editing === task._id,
                list,
                handlers: actions.handlers,
                onEdited: stopEditing,
                onRename: rename,
                isDragging: drag.id === task._id,
                handle: isManual ? drag.handle : undefined,
                hasGrip: isManual || dateField !== undefined,
                dropDay,
                isOver,
              }
              return isWide ? (
                <TaskRow
                  key={row.key}
                  {...shared}
                  dateStyle={preferences.dateStyle}
                  amounts={amounts}
                  isOverdueSaid={grouping === 'due' && item.groupId === 'overdue'}
                  onEdit={setEditing}
                  onLabel={(label) => view.setFilter({ label: [label] })}
                />
              ) : (
                <PhoneRow
                  key={row.key}
                  {...shared}
                  index={row.index}
                  measure={virtual.measure}
                  preferences={preferences}
                  said={saidIn(item.groupId)}
                />
              )
            })}
            {manual.markRow !== undefined && (
              <li
                aria-hidden="true"
                className={classes.mark}
                style={{ transform: `translateY(${virtual.startOf(manual.markRow)}px)` }}
                data-drop-mark
              />
            )}
          </ul>
          {drag.layer}
          {drag.isPointed && (
            <DropBar
              targets={targets}
              over={isManual ? manual.overDay : dates.place}
              today={calendar.today}
              dateStyle={preferences.dateStyle}
            />
          )}
        </div>
      )}
      <SelectionBar list={list} handlers={actions.handlers} />
      {actions.menu}
    </Surface>
  )
}
