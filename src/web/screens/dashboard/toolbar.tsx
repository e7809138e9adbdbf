import { NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { type Priority, priorities, type SortOrder, type Status, statuses } from '../../../contract/tasks.ts'
import { withKeys } from '../../commands/commands.ts'
import { paths } from '../../navigation/paths.ts'
import { type DueFilter, dueFilters, dueNames, isFiltered } from '../../tasks/filter.ts'
import { Views } from '../../tasks/views.tsx'
import controls from '../../ui/controls.module.css'
import { TrashIcon } from '../../ui/icons.tsx'
import links from '../../ui/links.module.css'
import classes from './dashboard.module.css'
import { Search } from './search.tsx'
import type { View } from './view.ts'

const filters: (Status | '')[] = ['', ...statuses]

interface Props {
  view: View
  all: Task[] | undefined
  /** How many of them match the filter. */
  found: number | undefined
  onFound: (q: string) => void
}

/** Search, filters, the sort order, and links to other views. */
export function Toolbar({ view, all, found, onFound }: Props) {
  const { filter } = view
  const counts = useMemo(() => {
    const counts = new Map<Status | '', number>(filters.map((status) => [status, 0]))
    for (const { status } of all ?? []) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts.set('', all?.length ?? 0)
  }, [all])
  const labels = useMemo(() => {
    const used = new Set(all?.flatMap((task) => task.labels))
    return [...(filter.label ? used.add(filter.label) : used)].sort()
  }, [all, filter.label])
  // The filter by status shows its own counts.
  const narrowed = isFiltered({ ...filter, status: '' })
  return (
    <>
      <div className={classes.toolbar}>
        <fieldset className={controls.bar} aria-label="Status">
          {filters.map((status) => (
            <label key={status} className={`${controls.segment} ${classes.filter}`}>
              <input
                type="radio"
                name="status"
                value={status}
                checked={filter.status === status}
                onChange={() => view.set({ status })}
              />
              {status || 'All'} <span className="mono">{all && counts.get(status)}</span>
            </label>
          ))}
        </fieldset>
        <div className={classes.right}>
          <Link to={paths.trash} className={`${links.quiet} ${classes.trash}`} title={withKeys('goTrash')}>
            <TrashIcon size={16} />
            Trash
          </Link>
          <Views />
        </div>
      </div>
      <div className={classes.second}>
        <Search view={view} onFound={onFound} />
        <div className={classes.selects}>
          <NativeSelect
            aria-label="Filter by priority"
            value={filter.priority}
            onChange={(event) => view.set({ priority: event.currentTarget.value as Priority | '' })}
            data={[{ value: '', label: 'Any priority' }, ...priorities]}
          />
          <NativeSelect
            aria-label="Filter by due date"
            value={filter.due}
            onChange={(event) => view.set({ due: event.currentTarget.value as DueFilter | '' })}
            data={[
              { value: '', label: 'Due any day' },
              ...dueFilters.map((due) => ({ value: due, label: dueNames[due] })),
            ]}
          />
          {labels.length > 0 && (
            <NativeSelect
              aria-label="Filter by label"
              value={filter.label}
              onChange={(event) => view.set({ label: event.currentTarget.value })}
              data={[
                { value: '', label: 'Any label' },
                ...labels.map((label) => ({ value: label, label: `#${label}` })),
              ]}
            />
          )}
          {filter.q.trim() ? (
            <NativeSelect aria-label="Sort by due date" disabled data={['Best match']} />
          ) : (
            <NativeSelect
              aria-label="Sort by due date"
              value={view.sort}
              onChange={(event) => view.set({ sort: event.currentTarget.value as SortOrder })}
              data={[
                { value: 'desc', label: 'Due date: Descending' },
                { value: 'asc', label: 'Due date: Ascending' },
              ]}
            />
          )}
        </div>
        {narrowed && all && found !== undefined && (
          <span className={`mono ${classes.found}`} role="status">
            {found} of {all.length}
          </span>
        )}
      </div>
    </>
  )
}
