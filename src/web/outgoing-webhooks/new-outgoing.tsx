import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outgoingWebhookCalls } from '../../contract/calls/outgoing-webhooks.ts'
import { call } from '../../contract/client.ts'
import type { NewOutgoingWebhook } from '../../contract/schemas/outgoing-webhooks.ts'
import { Button } from '../ui/button.tsx'
import { CopiedValue } from '../ui/copied-value.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { OutgoingForm } from './outgoing-form.tsx'
import { outgoingQuery } from './queries.ts'

/** Creates a webhook to another program, and shows its secret, once. */
export function NewOutgoing({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: (body: NewOutgoingWebhook) => call(outgoingWebhookCalls.create, { body }),
    meta: { failure: 'Settings error' },
    onError: (error) => reportFailure('Settings error', error, 'The webhook was not created. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: outgoingQuery.queryKey }),
  })
  if (!create.data) {
    return (
      <OutgoingForm
        title="New webhook to a program"
        action="Create webhook"
        isPending={create.isPending}
        onSubmit={create.mutate}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={`Webhook ${create.data.webhook.name}`} size="lg" onClose={onClose}>
      <p className="below-16">
        Copy the secret now: it is not shown again. The program needs it to check that a message comes from here, with a
        library of Standard Webhooks.
      </p>
      <CopiedValue label="Secret" value={create.data.secret} />
      <div className="row above-24 end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
