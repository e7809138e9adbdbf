import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { Button } from '../ui/button.tsx'
import { messageOf } from '../ui/failed.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Subheading } from '../ui/subheading.tsx'
import classes from './activity.module.css'
import { linkedName } from './linked-name.ts'
import { historyQuery } from './queries.ts'

const shownAtFirst = 10

/** The changes of a task, newest first: the user, the old and new values, and the time. */
export function Activity({ task, dateStyle }: { task: Task; dateStyle: Preferences['dateStyle'] }) {
  const { user } = useSignedIn()
  const { data: events, error, refetch } = useQuery(historyQuery(task._id))
  const [all, setAll] = useState(false)
  return (
    <section aria-label="Activity">
      <Subheading>Activity</Subheading>
      {error && !events && (
        <p className="muted">
          {messageOf(error, 'The activity could not be loaded.')}{' '}
          <Button variant="subtle" size="compact" onClick={() => refetch()}>
            Try again
          </Button>
        </p>
      )}
      {!events && !error && <Skeleton height={56} />}
      {events && (
        <ol className={classes.activity}>
          {events.slice(0, all ? undefined : shownAtFirst).map((event) => (
            <li key={event.seq}>
              <bdi className={classes.by}>{describeAuthor(event.by === user.username ? 'You' : event.by, event)}</bdi>{' '}
              <bdi>{describeEvent(event, dateStyle, linkedName)}</bdi> ·{' '}
              <time className="mono" dateTime={event.at} title={formatTime(event.at, dateStyle)}>
                {timeAgo(event.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
      {events && events.length > shownAtFirst && !all && (
        <Button className="above-8" variant="subtle" size="compact" onClick={() => setAll(true)}>
          Show all {events.length}
        </Button>
      )}
    </section>
  )
}
