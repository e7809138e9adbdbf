import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { CallError, call } from '../../../contract/client.ts'
import { isWeakPassword, newPassword } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { forgetUser } from '../../accounts/session.ts'
import { StrengthMeter } from '../../accounts/strength-meter.tsx'
import { paths } from '../../navigation/paths.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm } from '../../ui/use-form.ts'
import classes from './auth.module.css'

const isUseless = (error: unknown) =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')

/** Sets a new password with the link from a mail. Opening the link changes nothing. */
export function ResetPassword() {
  useTitle('New password')
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['reset link', token],
    queryFn: () => call(accountCalls.resetLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (isUseless(error)) return <Useless />
  if (error) return <LoadFailed what="this link" error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return <NewPassword token={token} email={data.email} />
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const first = useFirstFocus()
  const form = useForm({ initialValues: { password: '' }, validate: { password: newPassword } })
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) => call(accountCalls.resetPassword, { body: { token, password } }),
    meta: { failure: 'New password error' },
    onSuccess: async ({ message }) => {
      // This browser may have been signed in: its session has ended, too.
      await forgetUser(client)
      await navigate(paths.auth, { replace: true })
      alertDone(message)
    },
    onError: (error) => {
      if (isWeakPassword(error)) form.refuse('password', error.message)
    },
  })
  if (isUseless(reset.error)) return <Useless />
  return (
    <div className={classes.scene}>
      <div className={`stack ${classes.face}`}>
        <h1 className="h2">New password</h1>
        <p className="muted">
          For the account {email}. Every device is signed out, all tokens, calendars, shared links, webhooks and
          notifications are revoked, all passkeys are removed, and Google and other providers are unlinked.
        </p>
        <form noValidate onSubmit={form.onSubmit((values) => reset.mutate(values))}>
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <div className="stack">
            <PasswordField
              ref={first}
              label="New password"
              autoComplete="new-password"
              required
              {...form.field('password')}
            />
            <StrengthMeter password={form.values.password} owner={{ username: '', email }} />
            {reset.error && !isWeakPassword(reset.error) && (
              <p className="critical" role="alert">
                {messageOf(reset.error, 'The password was not changed')}
              </p>
            )}
            <Button type="submit" isWide size="large" isBusy={reset.isPending}>
              Set password
            </Button>
          </div>
        </form>
      </div>
    </div>
  )
}

function Useless() {
  return (
    <MessagePage
      title="This link no longer works"
      text="It was used already, or it is older than 30 minutes. Nothing has been changed."
    >
      <LinkButton to={paths.forgotPassword}>Get a new link</LinkButton>
    </MessagePage>
  )
}
