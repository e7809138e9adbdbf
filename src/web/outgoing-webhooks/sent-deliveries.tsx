import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { outgoingWebhookCalls } from '../../contract/calls/outgoing-webhooks.ts'
import { call } from '../../contract/client.ts'
import { formatTime } from '../../contract/format-day.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { OutgoingWebhook, SentDelivery } from '../../contract/schemas/outgoing-webhooks.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { alertDone } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { messageOf, reportFailure } from '../ui/failed.ts'
import { Rows } from '../ui/rows.tsx'
import { Scrollable } from '../ui/scrollable.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import webhookClasses from '../webhooks/webhooks.module.css'
import { sentStateNames } from './event-names.ts'
import classes from './outgoing.module.css'
import { outgoingQuery, sentDeliveriesQuery, sentDeliveryQuery } from './queries.ts'

/** The colours of the outcomes of deliveries from a forge. */
const outcomes = { waiting: 'ignored', delivered: 'done', failed: 'refused' } as const

interface Props {
  hook: OutgoingWebhook
  dateStyle: Preferences['dateStyle']
  onClose: () => void
}

/** The log of a webhook to another program: its last deliveries, each with its request and response. */
export function SentDeliveries({ hook, dateStyle, onClose }: Props) {
  const { data, error, refetch, isFetching } = useQuery(sentDeliveriesQuery(hook.id))
  return (
    <Dialog title={`Deliveries to ${hook.name}`} size="lg" onClose={onClose}>
      {error && !data && <p className="muted">{messageOf(error, 'The deliveries could not be loaded.')}</p>}
      {!data && !error && <Skeleton height={120} />}
      {data?.length === 0 && (
        <p className="muted">Nothing was sent yet. Send a test, or change a task as the webhook wants it.</p>
      )}
      {data && data.length > 0 && (
        <Rows label="Deliveries">
          {data.map((delivery) => (
            <Delivery key={delivery.id} hook={hook.id} delivery={delivery} dateStyle={dateStyle} />
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

interface DeliveryProps extends Pick<Props, 'dateStyle'> {
  hook: string
  delivery: SentDelivery
}

function Delivery({ hook, delivery, dateStyle }: DeliveryProps) {
  const [isOpen, setOpen] = useState(false)
  const { id, event, at, state, status } = delivery
  return (
    <li className={classes.delivery}>
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <span className={webhookClasses.outcome} data-outcome={outcomes[state]}>
            {sentStateNames[state]}
          </span>
          <span className={`mono ${webhookClasses.event}`}>
            {event}
            {status !== null && ` · ${status}`}
          </span>
          <time className="mono small muted" dateTime={at} title={formatTime(at, dateStyle)}>
            {timeAgo(at)}
          </time>
        </summary>
        {isOpen && <DeliveryTexts hook={hook} id={id} dateStyle={dateStyle} />}
      </details>
    </li>
  )
}

function DeliveryTexts({ hook, id, dateStyle }: Pick<Props, 'dateStyle'> & { hook: string; id: string }) {
  const client = useQueryClient()
  const { data, error } = useQuery(sentDeliveryQuery(hook, id))
  const again = useMutation({
    mutationFn: () => call(outgoingWebhookCalls.sendAgain, { params: { id: hook, delivery: id } }),
    onSuccess: ({ message, delivery }) => {
      if (delivery.state === 'delivered') alertDone(message)
      else reportFailure('Webhook error', new Error(message), message)
    },
    onError: (failure) => reportFailure('Webhook error', failure, 'The message was not sent. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: outgoingQuery.queryKey }),
  })
  if (error && !data) return <p className="muted">{messageOf(error, 'The delivery could not be loaded.')}</p>
  if (!data) return <Skeleton height={80} />
  const { attempts, tookMs, problem, nextAt, request, response } = data
  return (
    <>
      <p className="small muted">
        {attempts === 1 ? 'Sent once' : `Sent ${attempts} times`}
        {tookMs !== null && ` · answered after ${tookMs} ms`}
        {nextAt && ` · next attempt ${formatTime(nextAt, dateStyle)}`}
      </p>
      {problem && <p className="failure">{problem}</p>}
      <p className="small medium above-16">Request</p>
      <Scrollable as="pre" className={`mono ${classes.text}`}>
        {pretty(request)}
      </Scrollable>
      <p className="small medium">Response</p>
      <Scrollable as="pre" className={`mono ${classes.text}`}>
        {response || 'Empty'}
      </Scrollable>
      <div className="row end below-16">
        <Button variant="default" size="small" isBusy={again.isPending} onClick={() => again.mutate()}>
          Send again
        </Button>
      </div>
    </>
  )
}

const pretty = (json: string) => JSON.stringify(JSON.parse(json), null, 2)
