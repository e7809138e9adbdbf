import { lazy, type ReactNode, Suspense } from 'react'
import { createSearchParams, Link, useLocation } from 'react-router'
import { formatDay } from '../../../contract/format-day.ts'
import { noDate } from '../../../contract/task-lists/due.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { useToday } from '../../tasks/today.ts'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NoTasks } from '../../views/no-tasks.tsx'
import { Surface } from '../../views/surface.tsx'
import { useShown, useView } from '../../views/use-view.ts'
import { figuresOf } from './figures.ts'
import classes from './overview.module.css'
import { labelCounts } from './plot-figures.ts'

const Plots = lazy(async () => ({ default: (await import('./plots.tsx')).Plots }))

const days = 28
const maxLabels = 8
const open = { status: 'Pending,In Progress' }
/** Links to the list with the present filter, narrowed to what a figure counts. */
function useLinkTo() {
  const { search } = useLocation()
  const present = Object.fromEntries(createSearchParams(search))
  return ({ q = '', ...filter }: Record<string, string>) => ({
    pathname: paths.list,
    search: createSearchParams({
      status: 'All',
      ...present,
      ...filter,
      // The list has no groups then: completed tasks would be in a closed one.
      ...(q && { group: 'none', q: [present.q, q].filter(Boolean).join(' ') }),
    }).toString(),
  })
}

/** Figures about all tasks; each leads to the tasks that it counts. */
export function Overview() {
  const { preferences } = useSignedIn()
  const today = useToday()
  const to = useLinkTo()
  const view = useView()
  const shown = useShown(view)
  const { isReady, tasks, error } = shown
  const figures = isReady ? figuresOf(tasks, today, days) : undefined
  const labels = figures ? labelCounts(tasks, maxLabels) : []
  const done = figures?.completed.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Surface name="Overview" view={view} shown={shown} isOrdered groupChoices={[]} keepsPeek={false}>
      {!isReady && !error && <FigureSkeletons />}
      {figures && tasks.length === 0 && shown.all.length > 0 && <NoTasks view={view} later={shown.later.length} />}
      {figures && shown.all.length === 0 && (
        <Empty title="No figures yet.">
          <p className="muted">
            <Link to={paths.addTask}>Add your first task</Link> to see figures here.
          </p>
        </Empty>
      )}
      {figures && tasks.length > 0 && (
        <div className={classes.grid}>
          <Figure name="Open" count={figures.open} filter={open} />
          <Figure name="Overdue" count={figures.overdue} filter={{ due: 'overdue' }} tone="overdue" />
          <Figure name="Due today" count={figures.today} filter={{ due: 'today' }} />
          <Figure name={noDate} count={figures.noDate} filter={{ due: 'none' }} />
          <section className={`${classes.panel} ${classes.wide}`} aria-label="By status">
            <h2 className={classes.heading}>By status</h2>
            <Bars
              rows={figures.byStatus.map(({ status, count }) => ({
                name: status,
                icon: statusIcon(status),
                count,
                filter: { status },
              }))}
            />
          </section>
          <section className={`${classes.panel} ${classes.wide}`} aria-label="Open by priority">
            <h2 className={classes.heading}>Open by priority</h2>
            <Bars
              rows={figures.byPriority.map(({ priority, count }) => ({
                name: priority,
                icon: priorityIcon(priority),
                count,
                filter: { priority, ...open },
              }))}
            />
          </section>
          <section className={`${classes.panel} ${classes.all}`} aria-label="Completed per day">
            <h2 className={classes.heading}>
              Completed per day
              <span className={classes.sums}>
                <Link to={to({ q: `completed:${figures.completed[0]?.day}..${today}` })}>
                  <span className="mono">{done}</span> in the last {days} days
                </Link>
                {figures.proved !== undefined && (
                  <span>
                    · <span className="mono">{figures.proved}</span> with proof
                  </span>
                )}
              </span>
            </h2>
            <Days completed={figures.completed} shown={(day) => formatDay(day, preferences.dateStyle)} />
          </section>
          <Suspense fallback={<PlotSkeletons />}>
            <Plots tasks={tasks} today={today} preferences={preferences} linkTo={(q) => to({ q })} />
          </Suspense>
          <section className={`${classes.panel} ${classes.all}`} aria-label="Open by label">
            <h2 className={classes.heading}>Open by label</h2>
            {labels.length > 0 ? (
              <Bars
                rows={labels.map(({ label, count }) => ({
                  name: label,
                  icon: '#',
                  count,
                  filter: { label, ...open },
                }))}
              />
            ) : (
              <p className={classes.none}>No open task has a label.</p>
            )}
          </section>
        </div>
      )}
    </Surface>
  )
}

/** Have the size of the figures and the first panels. */
function FigureSkeletons() {
  return (
    <div className={classes.grid} role="status" aria-label="Loading the overview">
      {['open', 'overdue', 'today', 'no date'].map((name) => (
        <div key={name} className={classes.figure}>
          <Skeleton height={36} width={40} />
          <Skeleton height={14} width={72} className="above-4" />
        </div>
      ))}
      <Skeleton height={196} radius={14} className={classes.wide} />
      <Skeleton height={196} radius={14} className={classes.wide} />
    </div>
  )
}

/** Have the size of the plots, so that nothing below moves. */
function PlotSkeletons() {
  return (
    <>
      <Skeleton height={234} radius={14} className={classes.all} />
      <Skeleton height={234} radius={14} className={classes.wide} />
      <Skeleton height={234} radius={14} className={classes.wide} />
    </>
  )
}

interface FigureProps {
  name: string
  count: number
  filter: Record<string, string>
  tone?: 'overdue'
}

function Figure({ name, count, filter, tone }: FigureProps) {
  const to = useLinkTo()
  return (
    <Link to={to(filter)} className={classes.figure} data-tone={count > 0 ? tone : undefined}>
      <span className="mono">{count.toLocaleString('en')}</span>
      {name}
    </Link>
  )
}

interface Bar {
  name: string
  icon: ReactNode
  count: number
  filter: Record<string, string>
}

function Bars({ rows }: { rows: Bar[] }) {
  const to = useLinkTo()
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <ul className={classes.bars}>
      {rows.map(({ name, icon, count, filter }) => (
        <li key={name}>
          <Link to={to(filter)}>
            <span className={classes.name}>
              {icon} <bdi>{name}</bdi>
            </span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="mono">{count.toLocaleString('en')}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Days({ completed, shown }: { completed: { day: string; count: number }[]; shown: (day: string) => string }) {
  const to = useLinkTo()
  const most = Math.max(1, ...completed.map(({ count }) => count))
  return (
    <>
      <ol className={classes.days}>
        {completed.map(({ day, count }) => (
          <li key={day}>
            <Link
              to={to({ q: `completed:${day}` })}
              aria-label={`${shown(day)}: ${count}`}
              title={`${shown(day)}: ${count}`}
            >
              <span
                className={classes.day}
                style={{ height: `${(count / most) * 100}%` }}
                data-none={!count || undefined}
              />
            </Link>
          </li>
        ))}
      </ol>
      <div className={classes.axis} aria-hidden="true">
        <span className="mono">{shown(completed[0]?.day ?? '')}</span>
        <span className="mono">at most {most} a day</span>
        <span className="mono">today</span>
      </div>
    </>
  )
}
