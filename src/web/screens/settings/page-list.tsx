import { Link } from 'react-router'
import { ForwardIcon } from '../../ui/icons.tsx'
import classes from './frame.module.css'
import { addressOf, type SettingsPage, settingsPages } from './pages.ts'

/** Leads to every page of the settings. */
export function PageList({ current }: { current: SettingsPage | undefined }) {
  return (
    <nav aria-label="Pages of the settings">
      <ul className={classes.list}>
        {settingsPages.map((page) => (
          <li key={page.id}>
            <Link
              to={addressOf(page)}
              className={classes.link}
              aria-current={page.id === current?.id ? 'page' : undefined}
            >
              {page.name}
              <ForwardIcon size={16} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
