import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { paths, taskViews } from '../navigation/paths.ts'
import { useTrail } from '../navigation/trail.ts'
import { useNeedsYou } from '../questions/needs-you.ts'
import controls from '../ui/controls.module.css'
import { CalendarIcon, ListIcon, PlusIcon, QuestionIcon, TodayIcon } from '../ui/icons.tsx'
import { AddLink } from './add-link.tsx'
import classes from './bottom-bar.module.css'

const start = { name: 'Today', to: paths.today, icon: <TodayIcon size={20} /> }

/** The main places of the app on a narrow screen, in reach of the thumb. */
export function BottomBar() {
  const { pathname, search } = useLocation()
  const { to, holds } = useTasks()
  // Views of the same tasks keep their filter.
  const kept = taskViews.includes(pathname) ? search : ''
  return (
    <nav className={classes.bar} aria-label="Places" data-bottom-bar>
      <Place {...start} search="" isCurrent={pathname === start.to} />
      <Place
        name="Needs you"
        to={paths.needsYou}
        search=""
        icon={<QuestionIcon size={20} />}
        count={useNeedsYou()}
        isCurrent={pathname === paths.needsYou}
      />
      <AddLink className={`${controls.round} ${classes.add}`} aria-label="Add a task">
        <PlusIcon size={24} />
      </AddLink>
      <Place
        name="Calendar"
        to={paths.calendar}
        search={kept}
        icon={<CalendarIcon size={20} />}
        isCurrent={pathname === paths.calendar}
      />
      <Place name="Tasks" to={to} search={kept} icon={<ListIcon size={20} />} isCurrent={holds(pathname)} />
    </nav>
  )
}

const ways: string[] = [paths.dashboard, paths.list, paths.board]

/** The tasks as cards, rows or columns: as they were shown last, at first as cards. */
function useTasks() {
  const holds = (path: string) => taskViews.includes(path) && path !== paths.calendar
  const visited = useTrail()
    .map((stop) => stop.to.split('?')[0] ?? '')
    .find((path) => ways.includes(path))
  return { to: visited ?? paths.dashboard, holds }
}

interface PlaceProps {
  name: string
  to: string
  search: string
  icon: ReactNode
  count?: number
  isCurrent: boolean
}

function Place({ name, to, search, icon, count = 0, isCurrent }: PlaceProps) {
  return (
    <Link
      to={{ pathname: to, search }}
      className={`${controls.icon} ${classes.place}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon}
      {name}
      {count > 0 && <span className={controls.pill}>{count}</span>}
    </Link>
  )
}
