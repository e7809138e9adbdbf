import { lazy, Suspense, useState } from 'react'
import { noFilter } from '../../contract/task-lists/filter.ts'
import { withKeys } from '../commands/commands.ts'
import { runCommand, useCommands } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, CloseIcon, SearchIcon, SlidersIcon } from '../ui/icons.tsx'
import { FilterIcon } from '../ui/more-icons.tsx'
import type { DisplayProps } from './display-menu.tsx'
import { activeFields, headingOf, labelsOf, valuesInWords } from './filter-options.ts'
import row from './header-row.module.css'
import classes from './narrow-buttons.module.css'
import type { Shown, View } from './use-view.ts'

const FilterSheet = lazy(async () => ({ default: (await import('./filter-sheet.tsx')).FilterSheet }))
const DisplaySheet = lazy(async () => ({ default: (await import('./display-sheet.tsx')).DisplaySheet }))
const ViewsSheet = lazy(async () => ({ default: (await import('./views-sheet.tsx')).ViewsSheet }))

/** The buttons beside the heading of a narrow screen. */
export const NarrowButtons = (display: DisplayProps) => (
  <div className={row.buttons}>
    <ViewsButton />
    <button
      type="button"
      className={`${controls.button} ${row.choice} ${classes.plain} ${row.opener}`}
      aria-label="Search"
      onClick={() => runCommand('search')}
    >
      <SearchIcon size={20} />
    </button>
    <DisplayIconButton {...display} />
  </div>
)

/** Opens the other views, the saved ones and the labels on a narrow screen. */
function ViewsButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${row.choice} ${classes.plain}`}
        aria-label="Views and labels"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <BookmarkIcon size={20} />
      </button>
      {isOpen && (
        <Suspense>
          <ViewsSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens the sheet that says how the tasks are shown on a narrow screen. */
function DisplayIconButton(props: DisplayProps) {
  const [isOpen, setOpen] = useState(false)
  useCommands({ display: () => setOpen(true) })
  return (
    <>
      <button
        type="button"
        className={`${controls.button} ${row.choice} ${classes.plain}`}
        aria-label="Display"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={withKeys('display')}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersIcon size={20} />
      </button>
      {isOpen && (
        <Suspense>
          <DisplaySheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens all filters on a narrow screen. It says which filter is active. */
export function FilterButton({ view, shown }: { view: View; shown: Shown }) {
  const [isOpen, setOpen] = useState(false)
  useCommands({ filter: () => setOpen(true) })
  const { filter } = view
  const active = activeFields(filter)
  const [only] = active
  return (
    <span className={`${classes.chip}`} data-active={active.length > 0 || undefined}>
      <button
        type="button"
        className={`${controls.button} ${row.choice} ${active.length ? '' : classes.square}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={withKeys('filter')}
        onClick={() => setOpen(!isOpen)}
      >
        <FilterIcon size={16} />
        <span className={active.length ? classes.filterWords : 'visually-hidden'} dir="auto">
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
          <FilterSheet view={view} shown={shown} labels={labelsOf(shown.all, filter)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
