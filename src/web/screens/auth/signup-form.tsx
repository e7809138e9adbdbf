import { Anchor, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { limits } from '../../../contract/accounts.ts'
import { CallError } from '../../../contract/client.ts'
import { filled, focusFirstError, newPassword, validEmail } from '../../accounts/checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useSignup } from '../../accounts/session.ts'
import { StrengthMeter } from '../../accounts/strength-meter.tsx'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'
import type { Side } from './auth.tsx'
import { AuthForm } from './auth-form.tsx'

interface Props {
  onSide: (side: Side) => void
  /** Somebody with this e-mail has an account already, and would rather log in. */
  onKnown: (email: string) => void
}

/** The back of the card. */
export function SignupForm({ onSide, onKnown }: Props) {
  const signup = useSignup()
  const [typed, setTyped] = useState({ username: '', email: '', password: '' })
  const form = useForm({
    name: 'signup',
    mode: 'uncontrolled',
    initialValues: typed,
    validate: { username: filled('Please choose a username.'), email: validEmail, password: newPassword },
    onValuesChange: setTyped,
    onSubmitPreventDefault: 'always',
  })
  const submit = form.onSubmit(
    (values) => signup.mutate(values, { onError: signupFailed }),
    (errors) => focusFirstError(form, errors),
  )
  const taken = isTaken(signup.error) && signup.variables?.email === typed.email
  return (
    <AuthForm side="sign-up" onSide={onSide} onSubmit={submit} busy={signup.isPending}>
      <TextInput
        label="Username"
        autoComplete="nickname"
        maxLength={limits.username}
        required
        withAsterisk={false}
        key={form.key('username')}
        {...form.getInputProps('username')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      {taken && (
        <Text size="sm">
          This e-mail has an account.{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => onKnown(typed.email)}>
            Log in instead
          </Anchor>
        </Text>
      )}
      <PasswordField
        label="Password"
        autoComplete="new-password"
        required
        withAsterisk={false}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <StrengthMeter password={typed.password} about={[typed.username, typed.email]} />
    </AuthForm>
  )
}

const isTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

function signupFailed(error: unknown) {
  if (!(error instanceof CallError) || error.code === 'network') console.error('Signup error', error)
  alertFailed(messageOf(error, 'Signup failed'), signInFailure)
}
