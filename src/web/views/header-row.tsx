import { type FocusEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { isFiltered } from '../../contract/task-lists/filter.ts'
import { withKeys } from '../commands/commands.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import { DisplayButton } from './display-button.tsx'
import type { DisplayProps } from './display-menu.tsx'
import classes from './header-row.module.css'
import { SearchField } from './search-field.tsx'
import type { Shown, View } from './use-view.ts'
import { ViewSwitch } from './view-switch.tsx'

const loadButtons = () => import('./narrow-buttons.tsx')
const NarrowButtons = lazy(async () => ({ default: (await loadButtons()).NarrowButtons }))
const FilterButton = lazy(async () => ({ default: (await loadButtons()).FilterButton }))

interface Props {
  view: View
  shown: Shown
  display: DisplayProps
  /** On a narrow screen, the heading is part of the row. */
  heading: ReactNode
  onFound: () => void
}

/**
 * One field for search and filters, the other views, and how the tasks are shown: the same row at the same place on every view. On a narrow screen,
 * the field covers the row while it is used, and is below it while it filters.
 */
export function HeaderRow({ view, shown, display, heading, onFound }: Props) {
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const [isCovering, setCovering] = useState(false)
  const isBelow = isFiltered(view.filter)
  // The field stays where it is while somebody types, so that the first letter does not move it.
  const covering = {
    onFocus: ({ target }: FocusEvent) =>
      setCovering((isNow) => !isBelow || (isNow && target.closest('[data-search-field]') !== null)),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setCovering(false)
    },
  }
  return (
    <search
      className={`${controls.header} ${classes.row}`}
      aria-label="Tasks"
      data-field={isCovering ? 'covering' : isBelow ? 'below' : 'closed'}
    >
      {isNarrow && heading}
      {isNarrow && (
        <Suspense fallback={<span className={classes.buttons} />}>
          <NarrowButtons {...display} />
        </Suspense>
      )}
      <div className={classes.field} {...covering}>
        <SearchField view={view} shown={shown} onFound={onFound} hasFilterKey={!isNarrow} />
        {isNarrow && (
          <Suspense fallback={<span className={classes.filters} />}>
            <FilterButton view={view} shown={shown} />
          </Suspense>
        )}
      </div>
      {!isNarrow && display.hasSwitch && <ViewSwitch />}
      {!isNarrow && <DisplayButton {...display} />}
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
