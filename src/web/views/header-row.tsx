import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
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
const ViewsButton = lazy(async () => ({ default: (await loadButtons()).ViewsButton }))
const DisplayIconButton = lazy(async () => ({ default: (await loadButtons()).DisplayIconButton }))
const FilterButton = lazy(async () => ({ default: (await loadButtons()).FilterButton }))

interface Props {
  view: View
  shown: Shown
  display: DisplayProps
  onFound: () => void
}

/** One field for search and filters, the other views, and how the tasks are shown: the same row at the same place on every view. */
export function HeaderRow({ view, shown, display, onFound }: Props) {
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  return (
    <search className={`${controls.header} ${classes.row}`} aria-label="Tasks">
      {isNarrow && (
        <Suspense fallback={<span className={classes.views} />}>
          <ViewsButton />
        </Suspense>
      )}
      <SearchField view={view} shown={shown} onFound={onFound} hasFilterKey={!isNarrow} />
      {isNarrow && (
        <Suspense fallback={<span className={classes.filters} />}>
          <FilterButton view={view} shown={shown} />
          <DisplayIconButton {...display} />
        </Suspense>
      )}
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
