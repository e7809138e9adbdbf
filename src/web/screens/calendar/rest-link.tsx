import { createSearchParams, Link, useLocation } from 'react-router'
import { paths } from '../../navigation/paths.ts'
import { noDay } from './by-day.ts'
import classes from './calendar.module.css'

/** Leads to all tasks of a day, or of those without one, in the list with the same filter. */
export function RestLink({ day, count }: { day: string; count: number }) {
  const { search } = useLocation()
  const { on: _on, range: _range, q = '', ...rest } = Object.fromEntries(createSearchParams(search))
  const terms = day === noDay ? { due: 'none', ...(q ? { q } : {}) } : { q: `${q} due:${day}`.trim() }
  return (
    <Link
      to={{ pathname: paths.list, search: `${createSearchParams({ ...rest, ...terms })}` }}
      className={classes.rest}
    >
      Show all {count.toLocaleString('en')} in the list
    </Link>
  )
}
