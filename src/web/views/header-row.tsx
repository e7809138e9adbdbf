import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import { isFiltered, noFilter } from '../../contract/task-lists/filter.ts'
import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, CloseIcon, FilterIcon, PlusIcon } from '../ui/icons.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import { FilterMenu } from './filter-menu.tsx'
import { activeFields, headingOf, labelsOf, valuesInWords } from './filter-options.tsx'
import { GroupMenu } from './group-menu.tsx'
import classes from './header-row.module.css'
import { SearchField } from './search-field.tsx'
import { SortMenu } from './sort-menu.tsx'
import { StatusTabs } from './status-tabs.tsx'
import type { Shown, View } from './use-view.ts'
import { ViewSwitch } from './view-switch.tsx'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
const ViewsSheet = lazy(async () => ({ default: (await import('./views-sheet.tsx')).ViewsSheet }))

interface Props {
  view: View
  shown: Shown
  onFound: () => void
  /** Controls of the view itself, in the place of sort order and grouping. */
  slot?: ReactNode
  /** Whether the view has a sort order of its own. */
  isOrdered?: boolean
  /** The groupings that the view can show; none if it is not grouped. */
  groupChoices?: readonly Grouping[]
  /** Whether it has links to the other views of all tasks. */
  hasSwitch?: boolean
}

/** Search, filters, sort order, grouping and the other views: the same row at the same place on every view. */
export function HeaderRow({ view, shown, onFound, slot, ...options }: Props) {
  const { isOrdered = false, groupChoices = groupings, hasSwitch = true } = options
  const filterButton = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'filter' | 'views'>()
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const toggle = (what: 'filter' | 'views') => setOpen(open === what ? undefined : what)
  const close = () => setOpen(undefined)
  useCommands({ filter: () => setOpen('filter') })
  const { filter } = view
  const active = activeFields(filter)
  const [only] = active
  const clearFilters = () => view.setFilter({ ...noFilter, q: filter.q })
  return (
    <search className={`${controls.header} ${classes.row}`} aria-label="Tasks">
      <button
        type="button"
        className={`${controls.button} ${classes.choice} ${classes.views}`}
        aria-label="Views and labels"
        aria-haspopup="dialog"
        aria-expanded={open === 'views'}
        onClick={() => toggle('views')}
      >
        <BookmarkIcon size={16} />
      </button>
      {open === 'views' && (
        <Suspense>
          <ViewsSheet onClose={close} />
        </Suspense>
      )}
      <SearchField view={view} onFound={onFound} />
      <StatusTabs view={view} counts={shown.isReady ? shown.counts : undefined} />
      <span className={classes.chip} data-active={active.length > 0 || undefined}>
        <button
          ref={filterButton}
          type="button"
          className={`${controls.button} ${classes.choice}`}
          aria-haspopup="dialog"
          aria-expanded={open === 'filter'}
          title={withKeys('filter')}
          onClick={() => toggle('filter')}
        >
          <FilterIcon size={16} />
          <span className={classes.filterWords} dir="auto">
            {active.length === 0 && (isNarrow ? 'Filters' : 'Filter')}
            {active.length === 1 && only && (
              <>
                <span className="visually-hidden">Filter, {headingOf(only)}: </span>
                {valuesInWords(filter, only)}
              </>
            )}
            {active.length > 1 && `${active.length} filters`}
          </span>
        </button>
        {active.length > 0 && (
          <button
            type="button"
            className={`${controls.icon} ${classes.erase}`}
            aria-label="Clear the filters"
            title="Clear the filters"
            onClick={clearFilters}
          >
            <CloseIcon size={14} />
          </button>
        )}
      </span>
      {open === 'filter' &&
        (isNarrow ? (
          <Suspense>
            <FilterSheet
              view={view}
              shown={shown}
              labels={labelsOf(shown.all, filter)}
              isOrdered={isOrdered}
              groupChoices={groupChoices}
              onClose={close}
            />
          </Suspense>
        ) : (
          <FilterMenu anchor={filterButton.current} view={view} labels={labelsOf(shown.all, filter)} onClose={close} />
        ))}
      <span className="visually-hidden" role="status">
        {shown.isReady && isFiltered(filter) && `${shown.tasks.length} of ${shown.all.length} tasks`}
      </span>
      <span className={classes.spacer} />
      {slot}
      {isOrdered ? null : <SortMenu view={view} isRanked={shown.words.length > 0} />}
      {groupChoices.length > 0 && <GroupMenu view={view} choices={groupChoices} />}
      {hasSwitch && <ViewSwitch />}
      <Link
        to={paths.addTask}
        className={`${controls.round} ${classes.add}`}
        aria-label="Add a task"
        title={withKeys('newTask')}
      >
        <PlusIcon size={20} />
      </Link>
    </search>
  )
}
