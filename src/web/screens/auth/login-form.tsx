import { Link } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { validEmail } from '../../accounts/credential-checks.ts'
import { usePasskeySignIn } from '../../accounts/passkey-sign-in.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useLogin } from '../../accounts/sign-in.ts'
import { useSendsMail } from '../../accounts/signups.ts'
import { paths } from '../../navigation/paths.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { typed } from '../../ui/form-checks.ts'
import { KeyIcon } from '../../ui/more-icons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import { useForm } from '../../ui/use-form.ts'
import { AuthForm, type Side } from './auth-form.tsx'

interface Props {
  /** The initial value of the email field. */
  email: string
  onSide: (side: Side) => void
  /** Called if the account asks for a one-time code. */
  onCodeAsked: () => void
}

/** The front of the card. A failed submission keeps the input. */
export function LoginForm({ email, onSide, onCodeAsked }: Props) {
  const login = useLogin()
  const first = useFirstFocus()
  const sendsMail = useSendsMail()
  const passkey = usePasskeySignIn()
  const form = useForm({
    initialValues: { email, password: '' },
    validate: { email: validEmail, password: typed('Please enter your password.') },
  })
  const failed = (error: unknown) => {
    if (error instanceof CallError && error.code === 'second_factor') onCodeAsked()
    else loginFailed(error)
  }
  const submit = form.onSubmit((values) => login.mutate(values, { onError: failed }))
  const emailProps = form.field('email')
  const passwordProps = form.field('password')
  const isRefused = login.error instanceof CallError && login.error.code === 'not_signed_in'
  return (
    <AuthForm
      side="log-in"
      onSide={onSide}
      onSubmit={submit}
      busy={login.isPending}
      passkey={
        passkey.isOffered && (
          <Button
            variant="default"
            size="large"
            isWide
            start={<KeyIcon />}
            isBusy={passkey.isBusy}
            onClick={passkey.ask}
          >
            Use a passkey
          </Button>
        )
      }
    >
      <TextField
        ref={first}
        label="Email"
        type="email"
        autoComplete="username webauthn"
        required
        {...emailProps}
        error={emailProps.error ?? isRefused}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        {...passwordProps}
        error={passwordProps.error ?? (isRefused ? 'Check the email and the password.' : undefined)}
      />
      {sendsMail && (
        <Link className="link at-start" to={paths.forgotPassword} state={{ email: form.values.email }}>
          Forgot your password?
        </Link>
      )}
      {isRefused && !sendsMail && (
        <p className="muted">
          Forgot your password? The person who runs this server can set a new one with{' '}
          <code className="mono">npm run reset-password</code>. If your account is linked to Google, sign in with Google
          below.
        </p>
      )}
      {login.error && !isRefused && <p className="critical">{messageOf(login.error, 'Login failed')}</p>}
    </AuthForm>
  )
}

function loginFailed(error: unknown) {
  if (!(error instanceof CallError) || error.code === 'network') console.error('Login error', error)
  alertFailed(messageOf(error, 'Login failed'), signInFailure)
}
