import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { noFilter } from '../../contract/task-lists/filter.ts'
import { type Grouping, groupings } from '../../contract/task-lists/group.ts'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, CloseIcon, FilterIcon, PlusIcon } from '../ui/icons.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import { DisplayButton } from './display-button.tsx'
import { activeFields, headingOf, labelsOf, valuesInWords } from './filter-options.ts'
import classes from './header-row.module.css'
import { SearchField } from './search-field.tsx'
import type { Shown, View } from './use-view.ts'
import { ViewSwitch } from './view-switch.tsx'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
const ViewsSheet = lazy(async () => ({ default: (await import('./views-sheet.tsx')).ViewsSheet }))

interface Props {
  view: View
  shown: Shown
  onFound: () => void
  /** Whether the view has a sort order of its own. */
  isOrdered?: boolean
  /** The groupings that the view can show; none if it is not grouped. */
  groupChoices?: readonly Grouping[]
  /** Whether it has links to the other views of all tasks. */
  hasSwitch?: boolean
  /** Whether it has rows with columns. */
  hasColumns?: boolean
}

/** One field for search and filters, the other views, and how the tasks are shown: the same row at the same place on every view. */
export function HeaderRow({ view, shown, onFound, ...options }: Props) {
  const { isOrdered = false, groupChoices = groupings, hasSwitch = true, hasColumns = false } = options
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  return (
    <search className={`${controls.header} ${classes.row}`} aria-label="Tasks">
      {isNarrow && <ViewsButton />}
      <SearchField view={view} shown={shown} onFound={onFound} hasFilterKey={!isNarrow} />
      {isNarrow && <FilterButton view={view} shown={shown} isOrdered={isOrdered} groupChoices={groupChoices} />}
      {!isNarrow && hasSwitch && <ViewSwitch />}
      {!isNarrow && (
        <DisplayButton
          view={view}
          isRanked={shown.words.length > 0}
          {...{ isOrdered, groupChoices, hasSwitch, hasColumns }}
        />
      )}
      {!isNarrow && (
        <Link
          to={paths.addTask}
          className={`${controls.round} ${classes.add}`}
          aria-label="Add a task"
          title={withKeys('newTask')}
        >
          <PlusIcon size={20} />
        </Link>
      )}
    </search>
  )
}

/** Opens the other views, the saved ones and the labels on a narrow screen. */
function ViewsButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${classes.choice} ${classes.beside}`}
        aria-label="Views and labels"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BookmarkIcon size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <ViewsSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens all filters, the sort order and the grouping on a narrow screen. It says which filter is active. */
function FilterButton({
  view,
  shown,
  ...sheet
}: {
  view: View
  shown: Shown
  isOrdered: boolean
  groupChoices: readonly Grouping[]
}) {
  const [isOpen, setOpen] = useState(false)
  useCommands({ filter: () => setOpen(true) })
  const { filter } = view
  const active = activeFields(filter)
  const [only] = active
  return (
    <span className={`${classes.chip} ${classes.beside}`} data-active={active.length > 0 || undefined}>
      <button
        type="button"
        className={`${controls.button} ${classes.choice}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={withKeys('filter')}
        onClick={() => setOpen(!isOpen)}
      >
        <FilterIcon size={16} />
        <span className={classes.filterWords} dir="auto">
          {active.length === 0 && 'Filters'}
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
          onClick={() => view.setFilter({ ...noFilter, q: filter.q })}
        >
          <CloseIcon size={14} />
        </button>
      )}
      {isOpen && (
        <Suspense>
          <FilterSheet
            view={view}
            shown={shown}
            labels={labelsOf(shown.all, filter)}
            {...sheet}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  )
}
