import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { describeAuthor, describeEvent } from '../../contract/words/event-words.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { linkedName } from '../history/linked-name.ts'
import type { ActivityEvent } from './activity-items.ts'
import { MakerIcon } from './maker-icon.tsx'
import classes from './notes.module.css'

/** An event of a task, in one line. */
export function EventLine({ event, dateStyle }: { event: ActivityEvent; dateStyle: Preferences['dateStyle'] }) {
  const { user } = useSignedIn()
  const { by, via, at } = event
  return (
    <li className={classes.item}>
      <MakerIcon via={via} />
      <span className={classes.event}>
        <span>
          <bdi className={classes.by}>{describeAuthor(by === user.username ? 'You' : by, event)}</bdi>{' '}
          <bdi>{describeEvent(event, dateStyle, linkedName)}</bdi>
        </span>
        <span className="visually-hidden"> · </span>
        <time className="mono" dateTime={at} title={formatTime(at, dateStyle)}>
          {timeAgo(at)}
        </time>
      </span>
    </li>
  )
}
