import type { SharedPage } from '../../contract/schemas/shares.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { useNow } from '../tasks/today.ts'
import { EyeIcon } from '../ui/more-icons.tsx'
import classes from './shared-link.module.css'

/** The title, its owner, and how old it is. */
export function PageHead({ page, isStale }: { page: SharedPage; isStale: boolean }) {
  const { title, by, changedAt } = page
  // Its age moves on every minute.
  const now = Date.parse(useNow())
  return (
    <header className={classes.head}>
      <div>
        <h1 dir="auto">{title}</h1>
        <p className="muted">
          Shared by <bdi>{by}</bdi>
          {changedAt && ` · changed ${timeAgo(changedAt, Math.max(now, Date.parse(changedAt)))}`}
        </p>
        <p className={classes.stale} role="status">
          {isStale && 'The server cannot be reached. This is the page as it was.'}
        </p>
      </div>
      <span className={classes.readOnly}>
        <EyeIcon size={14} /> Read only
      </span>
    </header>
  )
}
