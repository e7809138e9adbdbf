import { NativeSelect } from '@mantine/core'
import { Link } from 'react-router'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { type SortOrder, statuses } from '../../../contract/tasks.ts'
import { paths } from '../../app/paths.ts'
import type { StatusFilter } from '../../tasks/queries.ts'
import { TrashIcon } from '../../ui/icons.tsx'
import classes from './dashboard.module.css'
import type { View } from './view.ts'

const filters: StatusFilter[] = ['', ...statuses]

/** The status filter and the due-date sort. */
export function Toolbar({ view, all }: { view: View; all: Task[] | undefined }) {
  const count = (filter: StatusFilter) => all?.filter((task) => !filter || task.status === filter).length
  return (
    <div className={classes.toolbar}>
      <fieldset className={classes.filters} aria-label="Status">
        {filters.map((filter) => (
          <label key={filter}>
            <input
              type="radio"
              name="status"
              value={filter}
              checked={view.status === filter}
              onChange={() => view.setStatus(filter)}
            />
            {filter || 'All'} <span className="mono">{count(filter)}</span>
          </label>
        ))}
      </fieldset>
      <div className={classes.right}>
        <Link to={paths.trash} className={classes.trash}>
          <TrashIcon size={16} />
          Trash
        </Link>
        <NativeSelect
          aria-label="Sort by due date"
          value={view.sort}
          onChange={(event) => view.setSort(event.currentTarget.value as SortOrder)}
          data={[
            { value: 'desc', label: 'Due date: Descending' },
            { value: 'asc', label: 'Due date: Ascending' },
          ]}
        />
      </div>
    </div>
  )
}
