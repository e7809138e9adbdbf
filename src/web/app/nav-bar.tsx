import { Link } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import classes from './nav-bar.module.css'
import { paths } from './paths.ts'

export function NavBar() {
  return (
    <header className={classes.bar}>
      <nav className={classes.inner} aria-label="Main">
        <Link to={paths.landing} className={classes.brand}>
          <Logo size={20} />
          Taskdeck
        </Link>
      </nav>
    </header>
  )
}
