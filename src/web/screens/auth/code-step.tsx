import { useState } from 'react'
import { CallError } from '../../../contract/client.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import { usePasskeySignIn } from '../../accounts/passkey-sign-in.ts'
import { signInFailure, useSignInWithCode } from '../../accounts/sign-in.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import controls from '../../ui/controls.module.css'
import { messageOf } from '../../ui/failed.ts'
import { typed } from '../../ui/form-checks.ts'
import { KeyIcon } from '../../ui/more-icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm } from '../../ui/use-form.ts'
import classes from './auth.module.css'

/** The second step of a sign-in: a one-time code, or a recovery code in place of it. */
export function CodeStep({ onBack }: { onBack: () => void }) {
  const signIn = useSignInWithCode()
  const first = useFirstFocus()
  const passkey = usePasskeySignIn({ forCode: true })
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { code: '', trust: false },
    validate: { code: typed(isRecovery ? 'Please enter a recovery code.' : 'Please enter the code of your app.') },
  })
  const failed = (error: unknown) => {
    if (error instanceof CallError && error.code === 'forbidden') return form.refuse('code', error.message)
    console.error('Login error', error)
    alertFailed(messageOf(error, 'Login failed'), signInFailure)
    if (error instanceof CallError && error.code === 'not_signed_in') onBack()
  }
  const turn = () => {
    setRecovery(!isRecovery)
    form.set('code', '')
    document.getElementById(form.idOf('code'))?.focus()
  }
  return (
    <div className={classes.card}>
      <div className={classes.face}>
        <form noValidate onSubmit={form.onSubmit((values) => signIn.mutate(values, { onError: failed }))}>
          <div className="stack">
            <h1 className="h2">Enter your code</h1>
            <TextField
              ref={first}
              label={isRecovery ? 'Recovery code' : 'One-time code'}
              hint={
                isRecovery
                  ? 'One of the codes that you kept when you turned one-time codes on. Each works once.'
                  : 'Your authenticator app shows it.'
              }
              className="mono"
              inputMode={isRecovery ? 'text' : 'numeric'}
              autoComplete={isRecovery ? 'off' : 'one-time-code'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              required
              {...form.field('code')}
            />
            <label className="check-row">
              <input type="checkbox" className={controls.checkbox} {...form.checkbox('trust')} />
              Trust this device for {secondFactor.trustDays} days
            </label>
            <Button type="submit" isWide size="large" isBusy={signIn.isPending}>
              Continue
            </Button>
            {passkey.isOffered && (
              <Button
                variant="default"
                size="large"
                isWide
                start={<KeyIcon />}
                isBusy={passkey.isBusy}
                onClick={passkey.ask}
              >
                Use a passkey instead
              </Button>
            )}
            <div className="row wide">
              <button type="button" className={`link ${classes.turn}`} onClick={turn}>
                {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
              </button>
              <button type="button" className={`link ${classes.turn}`} onClick={onBack}>
                Back
              </button>
            </div>
            {isRecovery && (
              <p className="muted">
                No codes left? The person who runs this server can turn them off with{' '}
                <code className="mono">npm run reset-second-factor</code>.
              </p>
            )}
          </div>
        </form>
      </div>
    </div>
  )
}
