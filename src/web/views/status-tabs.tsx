import { type Status, statuses } from '../../contract/tasks.ts'
import controls from '../ui/controls.module.css'
import classes from './header-row.module.css'
import type { Shown, View } from './use-view.ts'

const choices: (Status | 'all')[] = ['all', ...statuses]

interface Props {
  view: View
  /** Undefined until the tasks are known. */
  counts: Shown['counts'] | undefined
}

/** Filters by one status. Several are chosen in the search field; then none of these is checked. */
export function StatusTabs({ view: { filter, setFilter }, counts }: Props) {
  const isChosen = (status: Status | 'all') =>
    status === 'all' ? filter.status.length === 0 : filter.status.length === 1 && filter.status[0] === status
  return (
    <fieldset className={`${controls.bar} ${classes.tabs}`} aria-label="Status">
      {choices.map((status) => (
        <label key={status} className={`${controls.segment} ${classes.tab}`}>
          <input
            type="radio"
            name="status"
            value={status}
            checked={isChosen(status)}
            onChange={() => setFilter({ status: status === 'all' ? [] : [status] })}
          />
          {status === 'all' ? 'All' : status} <span className="mono">{counts?.[status].toLocaleString('en')}</span>
        </label>
      ))}
    </fieldset>
  )
}
