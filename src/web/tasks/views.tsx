import { NavLink } from 'react-router'
import { type CommandId, withKeys } from '../commands/commands.ts'
import { paths } from '../navigation/paths.ts'
import controls from '../ui/controls.module.css'

const views: { name: string; to: string; command: CommandId }[] = [
  { name: 'Cards', to: paths.dashboard, command: 'goDashboard' },
  { name: 'Board', to: paths.board, command: 'goBoard' },
  { name: 'Next', to: paths.next, command: 'goNext' },
  { name: 'Overview', to: paths.overview, command: 'goOverview' },
]

/** Links between the screens that show the user's tasks in different ways. */
export function Views() {
  return (
    <nav className={controls.bar} aria-label="Views">
      {views.map(({ name, to, command }) => (
        <NavLink key={to} to={to} className={controls.segment ?? ''} title={withKeys(command)}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
