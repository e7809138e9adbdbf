import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { outgoingWebhookCalls } from '../../../contract/calls/outgoing-webhooks.ts'
import { call } from '../../../contract/client.ts'
import type { OutgoingWebhook } from '../../../contract/schemas/outgoing-webhooks.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { EditOutgoing } from '../../outgoing-webhooks/edit-outgoing.tsx'
import { NewOutgoing } from '../../outgoing-webhooks/new-outgoing.tsx'
import { outgoingQuery } from '../../outgoing-webhooks/queries.ts'
import { SentDeliveries } from '../../outgoing-webhooks/sent-deliveries.tsx'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type OutgoingActions, OutgoingRow } from './outgoing-row.tsx'

/** The webhooks to other programs: create, edit, test, log, delete. */
export function OutgoingSection() {
  const { dateStyle } = useSignedIn().preferences
  const client = useQueryClient()
  const { data: hooks, error, refetch } = useQuery(outgoingQuery)
  const [isCreating, setCreating] = useState(false)
  const [shown, setShown] = useState<OutgoingWebhook>()
  const [edited, setEdited] = useState<OutgoingWebhook>()
  const onSettled = () => client.invalidateQueries({ queryKey: outgoingQuery.queryKey })
  const onError = (failure: Error) => reportFailure('Webhook error', failure)
  const test = useMutation({
    mutationFn: (id: string) => call(outgoingWebhookCalls.test, { params: { id } }),
    onSuccess: ({ message, delivery }) => {
      if (delivery.state === 'delivered') alertDone('The test was delivered.')
      else reportFailure('Webhook error', new Error(message), message)
    },
    onError,
    onSettled,
  })
  const resume = useMutation({
    mutationFn: (id: string) => call(outgoingWebhookCalls.resume, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(outgoingWebhookCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const actions: OutgoingActions = {
    show: setShown,
    edit: setEdited,
    test: ({ id }) => test.mutate(id),
    resume: ({ id }) => resume.mutate(id),
    async remove({ id, name }) {
      const detail = `${name} gets no more messages, and the log of its deliveries is deleted.`
      if (await confirm({ question: 'Delete this webhook?', detail, action: 'Delete' })) remove.mutate(id)
    },
  }
  return (
    <Section
      title="To other programs"
      text="Taskdeck sends a signed message to an address of yours when something happens to your tasks, such as for a chat, a script or an automation."
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
      {hooks?.length === 0 && <p className="muted">No program is told of your tasks yet.</p>}
      {hooks && hooks.length > 0 && (
        <Rows label="Webhooks to other programs">
          {hooks.map((hook) => (
            <OutgoingRow
              key={hook.id}
              hook={hook}
              isTesting={test.isPending && test.variables === hook.id}
              actions={actions}
            />
          ))}
        </Rows>
      )}
      {hooks && (
        <Button className="at-start" variant="default" onClick={() => setCreating(true)}>
          New webhook to a program
        </Button>
      )}
      {isCreating && <NewOutgoing onClose={() => setCreating(false)} />}
      {edited && <EditOutgoing hook={edited} onClose={() => setEdited(undefined)} />}
      {shown && <SentDeliveries hook={shown} dateStyle={dateStyle} onClose={() => setShown(undefined)} />}
    </Section>
  )
}
