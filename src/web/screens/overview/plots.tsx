import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { formatDay, formatShortDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Task } from '../../../contract/schemas/tasks.ts'
import { BarChart } from './bar-chart.tsx'
import classes from './overview.module.css'
import { agesOf, type Bucket, durationsOf, weeksOf } from './plot-figures.ts'

const weekCount = 12

interface Props {
  tasks: Task[]
  today: string
  preferences: Preferences
  /** The list with the present filter, narrowed by a search. */
  linkTo: (q: string) => LinkProps['to']
}

/** Completed against created tasks, the age of open ones, and how long completed ones took. Loaded on demand. */
export function Plots({ tasks, today, preferences: { weekStart, dateStyle }, linkTo }: Props) {
  const weeks = weeksOf(tasks, today, weekStart, weekCount)
  const total = (of: 'completed' | 'created') => weeks.reduce((sum, week) => sum + week[of].count, 0)
  const bucketBars = (buckets: Bucket[]) =>
    buckets.map(({ name, short, count, q }) => ({
      name: short,
      bars: [{ words: `${name}: ${count}`, count, to: linkTo(q) }],
    }))
  const ages = agesOf(tasks, today)
  const durations = durationsOf(tasks)
  return (
    <>
      <section className={`${classes.panel} ${classes.all}`} aria-label="Completed and created per week">
        <h2 className={classes.heading}>
          Completed and created per week
          <span className={classes.legend}>
            <span data-tone="done">
              Completed <span className="mono">{total('completed')}</span>
            </span>
            <span>
              Created <span className="mono">{total('created')}</span>
            </span>
          </span>
        </h2>
        <BarChart
          groups={weeks.map(({ day, completed, created }) => ({
            name: formatShortDay(day),
            bars: [
              {
                ...completed,
                words: inWords('Completed', day, completed.count),
                to: linkTo(completed.q),
                tone: 'done',
              },
              { ...created, words: inWords('Created', day, created.count), to: linkTo(created.q) },
            ],
          }))}
        />
      </section>
      <Plot name="Age of open tasks" buckets={ages} none="No task is open.">
        <BarChart groups={bucketBars(ages)} />
      </Plot>
      <Plot
        name="Time from start to done"
        note="From In Progress to Completed. A task that never was In Progress counts from its creation."
        buckets={durations}
        none="No task was completed yet."
      >
        <BarChart groups={bucketBars(durations)} />
      </Plot>
    </>
  )

  function inWords(what: string, day: string, count: number) {
    return `${what} in the week from ${formatDay(day, dateStyle)}: ${count}`
  }
}

interface PlotProps {
  name: string
  note?: string
  buckets: Bucket[]
  /** Shown if all bars are empty. */
  none: string
  children: ReactNode
}

function Plot({ name, note, buckets, none, children }: PlotProps) {
  return (
    <section className={`${classes.panel} ${classes.wide}`} aria-label={name}>
      <h2 className={classes.heading}>
        {name}
        {note && <span className={classes.note}>{note}</span>}
      </h2>
      {buckets.some(({ count }) => count > 0) ? children : <p className={classes.none}>{none}</p>}
    </section>
  )
}
