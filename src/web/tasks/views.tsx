import { NavLink } from 'react-router'
import { type CommandId, withKeys } from '../commands/commands.ts'
import classes from './views.module.css'

/** The ways to look at the tasks. The screens know the addresses. */
export function Views({ views }: { views: { name: string; to: string; command: CommandId }[] }) {
  return (
    <nav className={classes.views} aria-label="Views">
      {views.map(({ name, to, command }) => (
        <NavLink key={to} to={to} title={withKeys(command)}>
          {name}
        </NavLink>
      ))}
    </nav>
  )
}
