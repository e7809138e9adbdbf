import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookCalls } from '../../../contract/calls/webhooks.ts'
import { call } from '../../../contract/client.ts'
import { forgeNames } from '../../../contract/forges.ts'
import type { Webhook } from '../../../contract/schemas/webhooks.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Deliveries, outcomeNames } from '../../webhooks/deliveries.tsx'
import { EditWebhook } from '../../webhooks/edit-webhook.tsx'
import { NewWebhook } from '../../webhooks/new-webhook.tsx'
import { webhooksQuery } from '../../webhooks/queries.ts'
import webhookClasses from '../../webhooks/webhooks.module.css'
import classes from './settings.module.css'

/** The webhooks of forges: create, edit, log of deliveries, revoke. */
export function WebhooksSection() {
  const { dateStyle } = useSignedIn().preferences
  const client = useQueryClient()
  const { data: hooks, error, refetch } = useQuery(webhooksQuery)
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<Webhook>()
  const [edited, setEdited] = useState<Webhook>()
  const revoke = useMutation({
    mutationFn: (id: string) => call(webhookCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  const askToRevoke = async ({ id, name }: Webhook) => {
    const detail = `${name} can no longer report anything. Its past changes stay.`
    if (await confirm({ question: 'Revoke this webhook?', detail, action: 'Revoke' })) revoke.mutate(id)
  }
  return (
    <Section
      title="From a forge"
      text="Let GitHub, GitLab, Gitea or Forgejo report pushes and change requests: “closes #12” completes task 12, and a branch such as 12-fix-login starts it."
    >
      {error && !hooks && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The webhooks could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!hooks && !error && <Skeleton height={56} />}
      {hooks?.length === 0 && <p className="muted">No forge reports to Taskdeck yet.</p>}
      {hooks && hooks.length > 0 && (
        <Rows label="Webhooks from forges">
          {hooks.map((hook) => (
            <WebhookRow
              key={hook.id}
              hook={hook}
              onShow={() => setShown(hook)}
              onEdit={() => setEdited(hook)}
              onRevoke={() => askToRevoke(hook)}
            />
          ))}
        </Rows>
      )}
      {hooks && (
        <Button className="at-start" variant="default" onClick={() => setCreating(true)}>
          New webhook from a forge
        </Button>
      )}
      {isCreating && <NewWebhook onClose={() => setCreating(false)} />}
      {edited && <EditWebhook hook={edited} onClose={() => setEdited(undefined)} />}
      {shown && <Deliveries hook={shown} dateStyle={dateStyle} onClose={() => setShown(undefined)} />}
    </Section>
  )
}

interface RowProps {
  hook: Webhook
  onShow: () => void
  onEdit: () => void
  onRevoke: () => void
}

function WebhookRow({ hook, onShow, onEdit, onRevoke }: RowProps) {
  const { name, forge, authors, lastDelivery } = hook
  return (
    <li className={classes.entry}>
      <div className={webhookClasses.grow}>
        <p className="medium" dir="auto">
          {name}
        </p>
        <p className="small muted">
          {forgeNames[forge]} ·{' '}
          {lastDelivery
            ? `${outcomeNames[lastDelivery.outcome].toLowerCase()} ${timeAgo(lastDelivery.at)}`
            : 'nothing delivered yet'}
          {authors.length > 0 && ` · only commits by ${authors.join(', ')}`}
        </p>
      </div>
      <div className={webhookClasses.actions}>
        <Button
          className={webhookClasses.action}
          variant="subtle"
          size="small"
          onClick={onShow}
          aria-label={`Deliveries to ${name}`}
        >
          Deliveries
        </Button>
        <Button
          className={webhookClasses.action}
          variant="subtle"
          size="small"
          onClick={onEdit}
          aria-label={`Edit the webhook ${name}`}
        >
          Edit
        </Button>
        <Button
          className={webhookClasses.action}
          variant="subtle"
          tone="critical"
          size="small"
          onClick={onRevoke}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}
