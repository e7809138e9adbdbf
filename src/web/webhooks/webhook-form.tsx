import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { plainNameWords } from '../../contract/plain-names.ts'
import type { Webhook } from '../../contract/schemas/webhooks.ts'
import { isWebhookName, webhookLimits } from '../../contract/webhooks.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'

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
  const mustProve = mustProveElsewhere(account)
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
        <TextField
          label="Name"
          hint="For yourself, such as the name of the repository"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={webhookLimits.name}
          error={isChecked && nameProblem}
          autoComplete="off"
          data-autofocus
        />
        {children}
        <div className="above-16">
          <TextField
            label="Only commits by (optional)"
            hint="Your emails and user name at the forge, separated by commas. If you leave this empty, everyone’s commits count: a colleague’s “fixes #12” completes your task 12."
            placeholder="ana@example.com, ana"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={isChecked && authorsProblem}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        {mustProve && (
          <div className="stack above-16">
            <ProveElsewhere purpose="prove" then="save this webhook" />
          </div>
        )}
        <div className="row above-24 end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isPending} disabled={mustProve}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
