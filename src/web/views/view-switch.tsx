import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { type CommandId, withKeys } from '../commands/commands.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { BoardIcon, CalendarIcon, CardsIcon, ChartIcon, ListIcon, NextIcon } from '../ui/icons.tsx'
import classes from './header-row.module.css'

export const viewKinds: { name: string; to: string; command: CommandId; icon: ReactNode }[] = [
  { name: 'Cards', to: paths.dashboard, command: 'goDashboard', icon: <CardsIcon size={16} /> },
  { name: 'List', to: paths.list, command: 'goList', icon: <ListIcon size={16} /> },
  { name: 'Board', to: paths.board, command: 'goBoard', icon: <BoardIcon size={16} /> },
  { name: 'Calendar', to: paths.calendar, command: 'goCalendar', icon: <CalendarIcon size={16} /> },
  { name: 'Next', to: paths.next, command: 'goNext', icon: <NextIcon size={16} /> },
  { name: 'Overview', to: paths.overview, command: 'goOverview', icon: <ChartIcon size={16} /> },
]

/** The views that differ only in the layout of the same tasks. */
export const layoutKinds = viewKinds.slice(0, 4)

/** Links to the other views of the same tasks. Only the current one shows its name. */
export function ViewSwitch() {
  const { search } = useLocation()
  return (
    <nav className={`${controls.bar} ${classes.switch}`} aria-label="Views">
      {viewKinds.map(({ name, to, command, icon }) => (
        <NavLink
          key={to}
          to={{ pathname: to, search }}
          className={`${controls.segment} ${classes.kind}`}
          aria-label={name}
          title={withKeys(command)}
        >
          {icon}
          <span>{name}</span>
        </NavLink>
      ))}
    </nav>
  )
}
