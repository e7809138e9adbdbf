import type { OutgoingWebhook } from '../../../contract/schemas/outgoing-webhooks.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { outgoingEventNames, sentStateNames } from '../../outgoing-webhooks/event-names.ts'
import outgoingClasses from '../../outgoing-webhooks/outgoing.module.css'
import { useSavedViews } from '../../saved-views/queries.ts'
import { Button } from '../../ui/button.tsx'
import webhookClasses from '../../webhooks/webhooks.module.css'
import classes from './settings.module.css'

type Act = (hook: OutgoingWebhook) => void

export type OutgoingActions = Record<'show' | 'edit' | 'test' | 'resume' | 'remove', Act>

interface Props {
  hook: OutgoingWebhook
  isTesting: boolean
  actions: OutgoingActions
}

/** A webhook to another program: where it leads, its state, and a message if it has problems. */
export function OutgoingRow({ hook, isTesting, actions }: Props) {
  const { name, url, events, filter, view, pausedAt, pausedWhy, failingSince, lastDelivery } = hook
  const views = useSavedViews()
  const tasks = view === null ? filter : `view ${views?.find(({ id }) => id === view)?.name ?? '…'}`
  const last = lastDelivery
    ? `${sentStateNames[lastDelivery.state].toLowerCase()} ${timeAgo(lastDelivery.at)}`
    : 'nothing sent yet'
  const action = (label: string, act: Act, spoken: string, rest: { tone?: 'critical'; isBusy?: boolean } = {}) => (
    <Button
      className={webhookClasses.action}
      variant="subtle"
      size="small"
      onClick={() => act(hook)}
      aria-label={spoken}
      {...rest}
    >
      {label}
    </Button>
  )
  return (
    <li className={classes.entry}>
      <div className={webhookClasses.grow}>
        <p className="medium" dir="auto">
          {name}
        </p>
        <p className="small muted">
          {[new URL(url).host, events.map((event) => outgoingEventNames[event].toLowerCase()).join(', '), tasks, last]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {pausedAt && (
          <p className="failure">
            Paused {timeAgo(pausedAt)}. {pausedWhy}
          </p>
        )}
        {!pausedAt && failingSince && (
          <p className="failure">
            {lastDelivery?.problem} First failure {timeAgo(failingSince)}. After a day of failures, the webhook is
            paused.
          </p>
        )}
      </div>
      <div className={`${webhookClasses.actions} ${outgoingClasses.wrapping}`}>
        {pausedAt && action('Resume', actions.resume, `Resume ${name}`)}
        {action('Test', actions.test, `Send a test to ${name}`, { isBusy: isTesting })}
        {action('Deliveries', actions.show, `Deliveries to ${name}`)}
        {action('Edit', actions.edit, `Edit the webhook ${name}`)}
        {action('Delete', actions.remove, `Delete ${name}`, { tone: 'critical' })}
      </div>
    </li>
  )
}
