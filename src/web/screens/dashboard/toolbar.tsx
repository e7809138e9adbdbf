import { CloseButton, NativeSelect, Pill, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { Task } from '../../../contract/schemas/tasks.ts'
import {
  type Priority,
  priorities,
  type SortOrder,
  type Status,
  statuses,
  taskLimits,
} from '../../../contract/tasks.ts'
import { paths, taskViews } from '../../app/paths.ts'
import { withKeys } from '../../commands/commands.ts'
import { useCommands } from '../../commands/use-commands.ts'
import { type DueFilter, dueFilters, dueNames } from '../../tasks/filter.ts'
import { Views } from '../../tasks/views.tsx'
import { TrashIcon } from '../../ui/icons.tsx'
import classes from './dashboard.module.css'
import type { View } from './view.ts'

const filters: (Status | '')[] = ['', ...statuses]

interface Props {
  view: View
  all: Task[] | undefined
  /** Somebody is done with typing this, and wants to go on to what was found. */
  onFound: (q: string) => void
}

/** Search, filters and the due-date sort, and the other ways to look. */
export function Toolbar({ view, all, onFound }: Props) {
  const { filter } = view
  const counts = useMemo(() => {
    const counts = new Map<Status | '', number>(filters.map((status) => [status, 0]))
    for (const { status } of all ?? []) counts.set(status, (counts.get(status) ?? 0) + 1)
    return counts.set('', all?.length ?? 0)
  }, [all])
  return (
    <>
      <div className={classes.toolbar}>
        <fieldset className={classes.filters} aria-label="Status">
          {filters.map((status) => (
            <label key={status}>
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
          <Link to={paths.trash} className={classes.trash} title={withKeys('goTrash')}>
            <TrashIcon size={16} />
            Trash
          </Link>
          <Views views={taskViews} />
        </div>
      </div>
      <div className={classes.second}>
        <Search view={view} onFound={onFound} />
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
        <NativeSelect
          aria-label="Sort by due date"
          value={view.sort}
          onChange={(event) => view.set({ sort: event.currentTarget.value as SortOrder })}
          data={[
            { value: 'desc', label: 'Due date: Descending' },
            { value: 'asc', label: 'Due date: Ascending' },
          ]}
        />
        {filter.label && (
          <Pill
            size="md"
            withRemoveButton
            onRemove={() => view.set({ label: '' })}
            removeButtonProps={{ 'aria-label': `Show more than #${filter.label}`, 'aria-hidden': false, tabIndex: 0 }}
          >
            #{filter.label}
          </Pill>
        )}
      </div>
    </>
  )
}

function Search({ view, onFound }: Pick<Props, 'view' | 'onFound'>) {
  const field = useRef<HTMLInputElement>(null)
  const { state } = useLocation()
  const focus = () => field.current?.focus()
  useCommands({ search: focus })
  const wanted = Boolean((state as { search?: boolean } | null)?.search)
  const { q } = view.filter
  // What is typed shows at once; the address and the list follow a moment later.
  const [typed, setTyped] = useState(q)
  const send = useDebouncedCallback((text: string) => view.set({ q: text }), 120)
  const type = (text: string) => {
    setTyped(text)
    send(text)
  }
  const last = useRef(q)
  useEffect(() => {
    // The back button, or a link, has brought another search.
    if (q !== last.current)
      setTyped((text) => (text.startsWith(q) && document.activeElement === field.current ? text : q))
    last.current = q
  }, [q])
  useEffect(() => {
    if (wanted) field.current?.focus()
  }, [wanted])
  return (
    <TextInput
      ref={field}
      className={classes.search}
      type="search"
      aria-label="Search tasks"
      placeholder="Search  /"
      title={withKeys('search')}
      maxLength={taskLimits.query}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' || event.key === 'ArrowDown') {
          event.preventDefault()
          view.set({ q: typed })
          onFound(typed)
        }
        if (event.key !== 'Escape') return
        if (typed) type('')
        else field.current?.blur()
      }}
      rightSection={typed && <CloseButton size="sm" aria-label="Clear the search" onClick={() => type('')} />}
    />
  )
}
