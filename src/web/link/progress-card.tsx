import { daysBetween } from '../../contract/calendar-day.ts'
import { formatNearDay } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { SharedPage } from '../../contract/schemas/shares.ts'
import { useToday } from '../tasks/today.ts'
import classes from './shared-link.module.css'

const steps = [
  ['completed', 'completed'],
  ['started', 'in progress'],
  ['pending', 'pending'],
] as const

interface Props extends Pick<SharedPage, 'counts' | 'lastDue'> {
  dateStyle: string
}

/** How much is done, in one bar with words. */
export function ProgressCard({ counts, lastDue, dateStyle }: Props) {
  const { completed, started, pending } = counts
  const total = completed + started + pending
  if (!total) return null
  // All is done only if all is done.
  const percent = completed === total ? 100 : Math.min(99, Math.round((completed / total) * 100))
  return (
    <section className={classes.progress} aria-label="Progress">
      <div className={classes.done}>
        <p className={classes.summary}>
          <b>
            {completed.toLocaleString('en')} of {total.toLocaleString('en')} done
          </b>
          <span className="mono">{percent}%</span>
        </p>
        {/* The words below say the same. */}
        <div className={classes.bar} aria-hidden="true">
          {steps.map(
            ([name]) => counts[name] > 0 && <span key={name} data-step={name} style={{ flexGrow: counts[name] }} />,
          )}
        </div>
        <ul className={classes.legend}>
          {steps.map(([name, words]) => (
            <li key={name} data-step={name}>
              {counts[name].toLocaleString('en')} {words}
            </li>
          ))}
        </ul>
      </div>
      {lastDue && <LastDue day={lastDue.slice(0, 10)} dateStyle={dateStyle} />}
    </section>
  )
}

function LastDue({ day, dateStyle }: { day: string; dateStyle: string }) {
  const today = useToday()
  return (
    <p className={classes.lastDue}>
      <span className="muted">Due</span>
      <span>
        <b className="mono">{formatNearDay(day, dateStyle as Preferences['dateStyle'], today)}</b>{' '}
        <span className="muted">{distance(daysBetween(today, day))}</span>
      </span>
    </p>
  )
}

function distance(days: number): string {
  if (days < -1) return `${-days} days ago`
  if (days < 0) return 'yesterday'
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
