import { Link } from 'react-router'
import { withKeys } from '../commands/commands.ts'
import { paths } from '../navigation/paths.ts'
import classes from './add-button.module.css'

/** The round + button in a corner of the screen. */
export function AddButton() {
  return (
    <Link to={paths.addTask} className={classes.add} aria-label="Add a task" title={withKeys('newTask')}>
      +
    </Link>
  )
}
