import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CallError } from '../../../contract/client.ts'
import { validEmail } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useLogin } from '../../accounts/sign-in.ts'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'
import { focusFirstError, typed } from '../../ui/form-checks.ts'
import { useFirstFocus } from '../../ui/use-first-focus.ts'
import type { Side } from './auth.tsx'
import { AuthForm } from './auth-form.tsx'

interface Props {
  /** The initial value of the email field. */
  email: string
  onSide: (side: Side) => void
}

/** The front of the card. A failed submission keeps the input. */
export function LoginForm({ email, onSide }: Props) {
  const login = useLogin()
  const first = useFirstFocus()
  const form = useForm({
    name: 'login',
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: { email: validEmail, password: typed('Please enter your password.') },
    onSubmitPreventDefault: 'always',
  })
  const submit = form.onSubmit(
    (values) => login.mutate(values, { onError: loginFailed }),
    (errors) => focusFirstError(form, errors),
  )
  const emailProps = form.getInputProps('email')
  const passwordProps = form.getInputProps('password')
  const isRefused = login.error instanceof CallError && login.error.code === 'not_signed_in'
  return (
    <AuthForm side="log-in" onSide={onSide} onSubmit={submit} busy={login.isPending}>
      <TextInput
        ref={first}
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        key={form.key('email')}
        {...emailProps}
        error={emailProps.error ?? isRefused}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        key={form.key('password')}
        {...passwordProps}
        error={passwordProps.error ?? (isRefused ? 'This email and this password do not belong together.' : undefined)}
      />
      {isRefused && (
        <Text size="sm" c="dimmed">
          Forgot your password? The person who runs this server can set a new one with{' '}
          <code className="mono">npm run reset-password</code>. If your account is linked to Google, log in with Google
          below.
        </Text>
      )}
      {login.error && !isRefused && (
        <Text size="sm" c="var(--deck-critical)">
          {messageOf(login.error, 'Login failed')}
        </Text>
      )}
    </AuthForm>
  )
}

function loginFailed(error: unknown) {
  if (!(error instanceof CallError) || error.code === 'network') console.error('Login error', error)
  alertFailed(messageOf(error, 'Login failed'), signInFailure)
}
