import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { CallError, call } from '../../../contract/client.ts'
import { accountQuery, mustProveElsewhere, type Proofs } from '../../accounts/account.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { forgetEverything } from '../../accounts/sign-out.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { typed } from '../../ui/form-checks.ts'
import { Section } from '../../ui/section.tsx'
import { useForm } from '../../ui/use-form.ts'

export function DeleteSection() {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { data: account } = useQuery(accountQuery)
  return (
    <Section title="Delete account" text="Deletes your account, your tasks and your files for good.">
      <Button className="at-start" variant="default" tone="critical" onClick={() => setOpen(true)} disabled={!account}>
        Delete account
      </Button>
      {account && isOpen && (
        <Dialog onClose={close} title="Delete your account?" centered>
          <DeleteForm account={account} onCancel={close} />
        </Dialog>
      )}
    </Section>
  )
}

/** Asks for the password. Users without one use a passkey, or confirm with a provider first. */
function DeleteForm({ account, onCancel }: { account: Proofs; onCancel: () => void }) {
  const { hasPassword } = account
  const ifProved = useIfProved()
  const client = useQueryClient()
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: hasPassword ? typed('Please enter your password.') : () => null },
  })
  const remove = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      call(accountCalls.deleteAccount, { body: hasPassword ? { password } : {} }),
    onSuccess: async ({ message }) => {
      await navigate(paths.landing, { flushSync: true })
      await forgetEverything(client, user._id)
      alertDone(message)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'forbidden' && hasPassword)
        form.refuse('password', error.message)
      else reportFailure('Settings error', error)
    },
  })
  const mustProve = mustProveElsewhere(account)
  const submit = form.onSubmit((values) => {
    if (hasPassword) remove.mutate(values)
    else void ifProved(() => remove.mutate(values), 'This cannot be undone.')
  })
  return (
    <form noValidate onSubmit={submit}>
      <div className="stack">
        <p>Everything in it is deleted at once and cannot be restored. You may want to download your data first.</p>
        {hasPassword && (
          <PasswordField label="Password" autoComplete="current-password" data-autofocus {...form.field('password')} />
        )}
        {mustProve && <ProveElsewhere purpose="prove" then="delete the account" />}
        <div className="row end">
          <Button variant="default" onClick={onCancel} data-autofocus={!hasPassword || undefined}>
            Cancel
          </Button>
          <Button type="submit" tone="critical" isBusy={remove.isPending} disabled={mustProve}>
            Delete everything
          </Button>
        </div>
      </div>
    </form>
  )
}
