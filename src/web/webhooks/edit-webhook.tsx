import { useMutation, useQueryClient } from '@tanstack/react-query'
import { webhookCalls } from '../../contract/calls/webhooks.ts'
import { call } from '../../contract/client.ts'
import type { Webhook, WebhookChange } from '../../contract/schemas/webhooks.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { webhooksQuery } from './queries.ts'
import { WebhookForm } from './webhook-form.tsx'

/** Renames a webhook, or changes whose commits count. Its address and its secret stay, so nothing changes at the forge. */
export function EditWebhook({ hook, onClose }: { hook: Webhook; onClose: () => void }) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: WebhookChange) => call(webhookCalls.update, { params: { id: hook.id }, body }),
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The webhook was not changed. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  return (
    <WebhookForm
      title="Edit webhook"
      action="Save"
      initial={hook}
      isPending={update.isPending}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  )
}
