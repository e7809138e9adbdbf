import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Delivery, Webhook } from '../../contract/schemas/webhooks.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { messageOf } from '../ui/failed.ts'
import { Rows } from '../ui/rows.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { deliveriesQuery } from './queries.ts'
import classes from './webhooks.module.css'

export const outcomeNames: Record<Delivery['outcome'], string> = {
  done: 'Done',
  ignored: 'Ignored',
  repeated: 'Repeated',
  refused: 'Refused',
}

interface Props {
  hook: Webhook
  dateStyle: Preferences['dateStyle']
  onClose: () => void
}

/** The log of a webhook: its last deliveries, with the effect or the reason why there was none. */
export function Deliveries({ hook, dateStyle, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(deliveriesQuery(hook.id))
  return (
    <Dialog title={`Deliveries to ${hook.name}`} size="lg" onClose={onClose}>
      {error && !data && <p className="muted">{messageOf(error, 'The deliveries could not be loaded.')}</p>}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && (
        <p className="muted">
          Nothing was delivered yet. Push a commit, or send a test from the settings of the forge.
        </p>
      )}
      {data && data.length > 0 && (
        <Rows label="Deliveries">
          {data.map(({ id, at, event, outcome, message }) => (
            <li key={id} className={classes.delivery}>
              <span className={classes.outcome} data-outcome={outcome}>
                {outcomeNames[outcome]}
              </span>
              <span className={`mono ${classes.event}`}>{event || 'unknown event'}</span>
              <time className={`mono ${classes.time}`} dateTime={at} title={formatTime(at, dateStyle)}>
                {timeAgo(at)}
              </time>
              <span className={classes.message}>{message}</span>
            </li>
          ))}
        </Rows>
      )}
      <div className="row above-24 end">
        <Button variant="default" onClick={() => refetch()} isBusy={isFetching && data !== undefined}>
          {error && !data ? 'Try again' : 'Refresh'}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
