import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { formatNearDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { commands, shortcutOf, withKeys } from '../../commands/commands.ts'
import { runCommand } from '../../commands/use-commands.ts'
import { paths } from '../../navigation/paths.ts'
import controls from '../../ui/controls.module.css'
import { MoreIcon, PlusIcon, SearchIcon } from '../../ui/icons.tsx'
import keycap from '../../ui/keycap.module.css'
import classes from './today.module.css'
import { weekday } from './weekdays.ts'

const ViewsSheet = lazy(async () => ({ default: (await import('../../views/views-sheet.tsx')).ViewsSheet }))

/** The name of the screen, the day, and the ways to add a task; on a narrow screen, where the bar below adds tasks, the search and the other places. */
export function TodayHeading({ today, dateStyle }: { today: string; dateStyle: Preferences['dateStyle'] }) {
  const { long, short } = weekday(today)
  const [isOpen, setOpen] = useState(false)
  const date = formatNearDay(today, dateStyle, today)
  return (
    <div className={classes.heading}>
      <h1 className="h1">Today</h1>
      <span className={`${classes.date} ${classes.onWide}`}>
        {long}, {date}
      </span>
      <span className={`${classes.date} ${classes.onNarrow}`}>
        {short} {date}
      </span>
      <button
        type="button"
        className={`${controls.small} ${classes.quick} ${classes.onWide}`}
        title={withKeys('quickAdd')}
        onClick={() => runCommand('quickAdd')}
      >
        <kbd className={`about-keys ${keycap.keycap}`}>{shortcutOf('quickAdd')}</kbd>
        quick add
      </button>
      <Link
        to={paths.addTask}
        className={`${controls.round} ${classes.onWide}`}
        aria-label="Add a task"
        title={withKeys('newTask')}
      >
        <PlusIcon size={20} />
      </Link>
      <button
        type="button"
        className={`${controls.icon} ${classes.search} ${classes.onNarrow}`}
        aria-label={commands.palette.label}
        onClick={() => runCommand('palette')}
      >
        <SearchIcon size={20} />
      </button>
      <button
        type="button"
        className={`${controls.icon} ${classes.places} ${classes.onNarrow}`}
        aria-label="Views and labels"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <MoreIcon size={20} />
      </button>
      {isOpen && (
        <Suspense>
          <ViewsSheet onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
