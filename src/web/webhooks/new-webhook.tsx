import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { webhookCalls } from '../../contract/calls/webhooks.ts'
import { call } from '../../contract/client.ts'
import { type Forge, forgeNames } from '../../contract/forges.ts'
import type { NewWebhook as NewWebhookBody } from '../../contract/schemas/webhooks.ts'
import { Button } from '../ui/button.tsx'
import { CopiedValue } from '../ui/copied-value.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { SelectField } from '../ui/select-field.tsx'
import { webhooksQuery } from './queries.ts'
import { WebhookForm } from './webhook-form.tsx'
import classes from './webhooks.module.css'

/** The steps at each forge, in the words of its own pages. */
const steps: Record<Forge, string[]> = {
  github: [
    'On GitHub, open the repository’s Settings, Webhooks, and “Add webhook”.',
    'Enter the address as Payload URL, choose application/json, and enter the secret.',
    'Choose “Let me select individual events”: Pushes and Pull requests; for proof by CI also Workflow runs, or Check suites; for issues as tasks also Issues.',
  ],
  gitlab: [
    'On GitLab, open the project’s Settings, Webhooks, and “Add new webhook”.',
    'Enter the address as URL, and the secret as Signing token (or as Secret token, if there is no such field).',
    'Choose Push events and Merge request events; for proof by CI also Pipeline events; for issues as tasks also Issues events.',
  ],
  gitea: [
    'Open the repository’s Settings, Webhooks, and add a webhook of the type Gitea or Forgejo.',
    'Enter the address as Target URL, choose POST and application/json, and enter the secret.',
    'Choose the events Push and Pull Request; for proof by CI also Status; for issues as tasks also the Issue Events.',
  ],
}

/** Creates a webhook, and shows its address and its secret, once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [forge, setForge] = useState<Forge>('github')
  const create = useMutation({
    mutationFn: (body: NewWebhookBody) => call(webhookCalls.create, { body }),
    meta: { failure: 'Settings error' },
    onError: (error) => reportFailure('Settings error', error, 'The webhook was not created. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: webhooksQuery.queryKey }),
  })
  if (create.data) return <Created {...create.data} onClose={onClose} />
  return (
    <WebhookForm
      title="New webhook from a forge"
      action="Create webhook"
      isPending={create.isPending}
      onSubmit={(values) => create.mutate({ ...values, forge })}
      onClose={onClose}
    >
      <div className="above-16">
        <SelectField
          label="Forge"
          value={forge}
          onChange={(event) => setForge(event.currentTarget.value as Forge)}
          options={forgeNames}
        />
      </div>
    </WebhookForm>
  )
}

interface CreatedProps {
  hook: { name: string; forge: Forge }
  secret: string
  path: string
  onClose: () => void
}

function Created({ hook, secret, path, onClose }: CreatedProps) {
  return (
    <Dialog title={`Webhook ${hook.name}`} size="lg" onClose={onClose}>
      <p className="below-16">
        Copy the secret now: it is not shown again. The forge must be able to reach the address.
      </p>
      <CopiedValue label="Address" value={new URL(path, location.origin).href} />
      <CopiedValue label="Secret" value={secret} />
      <ol className={classes.steps}>
        {steps[hook.forge].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="row above-24 end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
