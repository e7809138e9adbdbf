import { Link } from 'react-router'
import { withKeys } from '../commands/commands.ts'
import classes from './add-button.module.css'

/** The round + within the thumb's reach. The screens know the address. */
export function AddButton({ to }: { to: string }) {
  return (
    <Link to={to} className={classes.add} aria-label="Add a task" title={withKeys('newTask')}>
      +
    </Link>
  )
}
