import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { CallError } from '../../../contract/client.ts'
import { validEmail } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useLogin } from '../../accounts/session.ts'
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
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </AuthForm>
  )
}

function loginFailed(error: unknown) {
  if (!(error instanceof CallError) || error.code === 'network') console.error('Login error', error)
  alertFailed(messageOf(error, 'Login failed'), signInFailure)
}
