import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { Task } from '../../contract/schemas/tasks.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, CalendarIcon, CardsIcon, NextIcon, PlusIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './bottom-bar.module.css'
import sheet from './filter-sheet.module.css'
import { Rail } from './rail.tsx'
import type { View } from './use-view.ts'
import { viewKinds } from './view-switch.tsx'

const links = [
  { name: 'Dashboard', to: paths.dashboard, icon: <CardsIcon size={20} /> },
  { name: 'Next', to: paths.next, icon: <NextIcon size={20} /> },
]

const inBar: string[] = [paths.dashboard, paths.next, paths.calendar]

/** The main places of the app on a narrow screen, in reach of the thumb. */
export function BottomBar({ view, all }: { view: View; all: Task[] }) {
  const { search } = useLocation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const others = viewKinds.filter(({ to }) => !inBar.includes(to))
  return (
    <>
      <nav className={classes.bar} aria-label="Places" data-bottom-bar>
        {links.map(({ name, to, icon }) => (
          <NavLink key={to} to={{ pathname: to, search }} className={`${controls.icon} ${classes.place}`}>
            {icon}
            {name}
          </NavLink>
        ))}
        <Link to={paths.addTask} className={classes.add} aria-label="Add a task">
          <PlusIcon size={24} />
        </Link>
        <NavLink to={{ pathname: paths.calendar, search }} className={`${controls.icon} ${classes.place}`}>
          <CalendarIcon size={20} />
          Calendar
        </NavLink>
        <button
          type="button"
          className={`${controls.icon} ${classes.place}`}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <BookmarkIcon size={20} />
          Views
        </button>
      </nav>
      {isOpen && (
        <Panel anchor={null} label="Views" title="" onClose={close}>
          <div className={classes.kinds}>
            {others.map(({ name, to, icon }) => (
              <Link
                key={to}
                to={{ pathname: to, search }}
                className={`${controls.button} ${sheet.value} ${classes.kind}`}
                onClick={close}
              >
                {icon}
                {name}
              </Link>
            ))}
          </div>
          <Rail view={view} all={all} onLeave={close} />
        </Panel>
      )}
    </>
  )
}
