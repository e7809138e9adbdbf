import { Link, useLocation } from 'react-router'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import sheet from './filter-sheet.module.css'
import rail from './rail.module.css'
import { AgentsRow, RailPlaces } from './rail.tsx'
import { RailLabels } from './rail-labels.tsx'
import { RailViews } from './rail-views.tsx'
import { viewKinds } from './view-switch.tsx'
import classes from './views-sheet.module.css'

/** The other views of the same tasks, the places, the saved views and the labels on a narrow screen. */
export function ViewsSheet({ onClose }: { onClose: () => void }) {
  const { search } = useLocation()
  return (
    <Panel anchor={null} label="Views and labels" title="" onClose={onClose}>
      <div className={classes.kinds}>
        {viewKinds
          .filter(({ to }) => to !== paths.calendar)
          .map(({ name, to, icon }) => (
            <Link
              key={to}
              to={{ pathname: to, search }}
              className={`${controls.button} ${sheet.value} ${classes.kind}`}
              onClick={onClose}
            >
              {icon}
              {name}
            </Link>
          ))}
      </div>
      <RailPlaces onLeave={onClose} />
      <ul className={rail.list}>
        <AgentsRow onLeave={onClose} />
      </ul>
      <RailViews onLeave={onClose} />
      <RailLabels onLeave={onClose} />
    </Panel>
  )
}
