import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { plainNameWords } from '../../contract/plain-names.ts'
import type { Webhook } from '../../contract/schemas/webhooks.ts'
import { isWebhookName, webhookLimits } from '../../contract/webhooks.ts'
import { accountQuery } from '../accounts/account.ts'
import { ProveWithGoogle, useIfProved } from '../accounts/proof.tsx'
import { Dialog } from '../ui/dialog.tsx'

type Values = Pick<Webhook, 'name' | 'authors'>

interface Props {
  title: string
  /** The label of the button that submits the form. */
  action: string
  initial?: Values
  /** A field between the others. */
  children?: ReactNode
  isPending: boolean
  onSubmit: (values: Values) => void
  onClose: () => void
}

const problemOf = (name: string) =>
  name.trim() ? `The name must ${plainNameWords(webhookLimits.name)}.` : 'Please enter a name.'

/** The fields of a webhook in a dialog. */
export function WebhookForm({ title, action, initial, children, isPending, onSubmit, onClose }: Props) {
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const mustProve = account !== undefined && !account.hasPassword && !account.proved
  const [name, setName] = useState(initial?.name ?? '')
  const [text, setText] = useState(initial?.authors.join(', ') ?? '')
  const [isChecked, setChecked] = useState(false)
  const authors = text.split(/[\s,]+/).filter((one) => one !== '')
  const nameProblem = isWebhookName(name) ? undefined : problemOf(name)
  const authorsProblem =
    authors.length > webhookLimits.authors ? `Please enter at most ${webhookLimits.authors} names.` : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (nameProblem || authorsProblem) return
    void ifProved(() => onSubmit({ name: name.trim(), authors }), 'A webhook works until you revoke it.')
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          description="For yourself, such as the name of the repository"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={webhookLimits.name}
          error={isChecked && nameProblem}
          autoComplete="off"
          data-autofocus
        />
        {children}
        <TextInput
          mt="md"
          label="Only commits by (optional)"
          description="Your emails and user name at the forge, separated by commas. If you leave this empty, everyone’s commits count: a colleague’s “fixes #12” completes your task 12."
          placeholder="ana@example.com, ana"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isChecked && authorsProblem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {mustProve && (
          <Stack gap="md" mt="md">
            <ProveWithGoogle purpose="prove" then="save this webhook" />
          </Stack>
        )}
        <Group mt="lg" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!account || mustProve}>
            {action}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
