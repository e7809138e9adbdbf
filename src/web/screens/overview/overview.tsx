import { Text, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { createSearchParams, Link } from 'react-router'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useDeck } from '../../deck/current-deck.ts'
import { paths } from '../../navigation/paths.ts'
import { useStop } from '../../navigation/trail.ts'
import { priorityIcon, statusIcon } from '../../tasks/marks.tsx'
import { TasksFailed } from '../../tasks/tasks-failed.tsx'
import { useToday } from '../../tasks/today.ts'
import { Views } from '../../tasks/views.tsx'
import { formatDay } from '../../ui/format-day.ts'
import { Page } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { figuresOf } from './figures.ts'
import classes from './overview.module.css'

const days = 28
const to = (filter: Record<string, string>) => ({
  pathname: paths.dashboard,
  search: createSearchParams({ status: 'All', ...filter }).toString(),
})

/** Figures about all tasks; each leads to the tasks that it counts. */
export function Overview() {
  useStop('Overview')
  const { preferences } = useSignedIn()
  const today = useToday()
  const { isReady, tasks, error } = useDeck()
  const figures = isReady ? figuresOf(tasks, today, days) : undefined
  const done = figures?.completed.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Page title="Overview" intro="Your tasks at a glance." aside={<Views />}>
      <TasksFailed />
      {!isReady && !error && <RowSkeletons what="the overview" height={120} />}
      {figures && tasks.length === 0 && (
        <div className={classes.panel}>
          <Text fw={600}>No figures yet.</Text>
          <Text c="dimmed">
            <Link to={paths.addTask}>Add your first task</Link> to see figures here.
          </Text>
        </div>
      )}
      {figures && tasks.length > 0 && (
        <div className={classes.grid}>
          <Figure name="Open" count={figures.open} filter={{}} />
          <Figure name="Overdue" count={figures.overdue} filter={{ due: 'overdue' }} tone="overdue" />
          <Figure name="Due today" count={figures.today} filter={{ due: 'today' }} />
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
                filter: { priority },
              }))}
            />
          </section>
          <section className={`${classes.panel} ${classes.all}`} aria-label="Completed per day">
            <h2 className={classes.heading}>
              Completed per day
              <Link to={to({ status: 'Completed' })}>
                <span className="mono">{done}</span> in the last {days} days
              </Link>
            </h2>
            <Days completed={figures.completed} shown={(day) => formatDay(day, preferences.dateStyle)} />
          </section>
        </div>
      )}
    </Page>
  )
}

interface FigureProps {
  name: string
  count: number
  filter: Record<string, string>
  tone?: 'overdue'
}

function Figure({ name, count, filter, tone }: FigureProps) {
  return (
    <Link to={to(filter)} className={classes.figure} data-tone={count > 0 ? tone : undefined}>
      <span className="mono">{count}</span>
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
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <ul className={classes.bars}>
      {rows.map(({ name, icon, count, filter }) => (
        <li key={name}>
          <Link to={to(filter)}>
            <span className={classes.name}>
              {icon} {name}
            </span>
            <span className={classes.track} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="mono">{count}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Days({ completed, shown }: { completed: { day: string; count: number }[]; shown: (day: string) => string }) {
  const most = Math.max(1, ...completed.map(({ count }) => count))
  return (
    <>
      <ol className={classes.days}>
        {completed.map(({ day, count }) => (
          <li key={day} title={`${shown(day)}: ${count}`}>
            <span
              className={classes.day}
              style={{ height: `${(count / most) * 100}%` }}
              data-none={!count || undefined}
            />
            <VisuallyHidden>
              {shown(day)}: {count}
            </VisuallyHidden>
          </li>
        ))}
      </ol>
      <div className={classes.axis} aria-hidden="true">
        <span className="mono">{shown(completed[0]?.day ?? '')}</span>
        <span className="mono">maximum: {most} a day</span>
        <span className="mono">today</span>
      </div>
    </>
  )
}
