import { useMutation } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import { validEmail } from '../../accounts/credential-checks.ts'
import { paths } from '../../navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { useTitle } from '../../ui/page.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm } from '../../ui/use-form.ts'
import classes from './auth.module.css'

const failure = 'Password mail error'

/** Asks for a mail with a link for a new password. The answer is the same for every address. */
export function ForgotPassword() {
  useTitle('Forgotten password')
  const first = useFirstFocus()
  const { state } = useLocation()
  const ask = useMutation({
    mutationFn: (body: { email: string }) => call(accountCalls.forgotPassword, { body }),
    meta: { failure },
  })
  const form = useForm({
    initialValues: { email: typeof state?.email === 'string' ? state.email : '' },
    validate: { email: validEmail },
  })
  return (
    <div className={classes.scene}>
      <div className={`stack ${classes.face}`}>
        <h1 className="h2">Forgotten password</h1>
        {ask.data ? (
          <p role="status">{ask.data.message} If no mail arrives, look into the folder for spam.</p>
        ) : (
          <form noValidate onSubmit={form.onSubmit((values) => ask.mutate(values))}>
            <div className="stack">
              <p className="muted">
                Enter the email of your account. You get a link with which you set a new password.
              </p>
              <TextField
                ref={first}
                label="Email"
                type="email"
                autoComplete="username"
                required
                {...form.field('email')}
              />
              {ask.error && (
                <p className="critical" role="alert">
                  {messageOf(ask.error, 'The mail could not be asked for')}
                </p>
              )}
              <Button type="submit" isWide size="large" isBusy={ask.isPending}>
                Send the link
              </Button>
            </div>
          </form>
        )}
        <Link className="link" to={paths.auth}>
          Back to the log-in
        </Link>
      </div>
    </div>
  )
}
