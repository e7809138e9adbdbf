import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outgoingWebhookCalls } from '../../contract/calls/outgoing-webhooks.ts'
import { call } from '../../contract/client.ts'
import type { NewOutgoingWebhook, OutgoingWebhook } from '../../contract/schemas/outgoing-webhooks.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { OutgoingForm } from './outgoing-form.tsx'
import { outgoingQuery } from './queries.ts'

/** Changes a webhook to another program. Its secret stays. */
export function EditOutgoing({ hook, onClose }: { hook: OutgoingWebhook; onClose: () => void }) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: (body: NewOutgoingWebhook) => call(outgoingWebhookCalls.update, { params: { id: hook.id }, body }),
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The webhook was not changed. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: outgoingQuery.queryKey }),
  })
  return (
    <OutgoingForm
      title="Edit webhook"
      action="Save"
      initial={hook}
      isPending={update.isPending}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  )
}
