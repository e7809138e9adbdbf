import { useMutation } from '@tanstack/react-query'
import { limits } from '../../../contract/accounts.ts'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { User } from '../../../contract/schemas/accounts.ts'
import { mustProveElsewhere, type Proofs } from '../../accounts/account.ts'
import { validEmail } from '../../accounts/credential-checks.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { useSendsMail } from '../../accounts/signups.ts'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

interface Props {
  user: User
  account: Proofs
}

/** Asks for another email. It counts when a link in a mail to it is confirmed, so a server that sends no mail does not offer it. */
export function EmailSection({ user, account }: Props) {
  const sendsMail = useSendsMail()
  if (!sendsMail) return null
  return (
    <Section
      title="Email"
      text={`${user.email}. A new one counts when you confirm it with a link, and the old one is told.`}
    >
      {mustProveElsewhere(account) ? (
        <ProveElsewhere purpose="prove-for-profile" then="change your email" />
      ) : (
        <EmailForm user={user} />
      )}
    </Section>
  )
}

function EmailForm({ user }: { user: User }) {
  const ifProved = useIfProved()
  const change = useMutation({
    mutationFn: (body: { email: string }) => call(accountCalls.changeEmail, { body }),
    meta: { failure: 'Profile error' },
    onError: (error) => reportFailure('Profile error', error),
  })
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: (text) => validEmail(text) ?? (isSame(text, user) ? 'This is your email already.' : null) },
  })
  const submit = form.onSubmit((values) =>
    ifProved(
      () => change.mutate(values, { onSuccess: () => form.reset() }),
      'Mails to this address can set your password.',
    ),
  )
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        maxLength={limits.email}
        required
        {...form.field('email')}
      />
      {change.data && (
        <p className="above-16" role="status">
          {change.data.message}
        </p>
      )}
      <Button className="above-16" type="submit" isBusy={change.isPending}>
        Change email
      </Button>
    </form>
  )
}

const isSame = (text: string, { email }: User) => text.trim().toLowerCase() === email.toLowerCase()
