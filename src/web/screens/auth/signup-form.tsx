import { Anchor, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { limits } from '../../../contract/accounts.ts'
import { CallError } from '../../../contract/client.ts'
import { newPassword, validEmail } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useSignup } from '../../accounts/sign-in.ts'
import { StrengthMeter } from '../../accounts/strength-meter.tsx'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'
import { filled, focusFirstError } from '../../ui/form-checks.ts'
import type { Side } from './auth.tsx'
import { AuthForm } from './auth-form.tsx'

interface Props {
  /** Whether an invitation is required. */
  byInvitation: boolean
  /** The code from an invitation link. */
  invite: string
  onSide: (side: Side) => void
  /** Called when the user chooses to log in instead, because this email has an account. */
  onKnown: (email: string) => void
}

/** The back of the card. */
export function SignupForm({ byInvitation, invite, onSide, onKnown }: Props) {
  const signup = useSignup()
  const [typed, setTyped] = useState({ username: '', email: '', password: '', invite })
  const form = useForm({
    name: 'signup',
    mode: 'uncontrolled',
    initialValues: typed,
    validate: {
      username: filled('Please choose a username.'),
      email: validEmail,
      password: newPassword,
      invite: byInvitation ? filled('Please enter your invitation code.') : () => null,
    },
    onValuesChange: setTyped,
    onSubmitPreventDefault: 'always',
  })
  const submit = form.onSubmit(
    ({ invite: code, ...values }) =>
      signup.mutate({ ...values, ...(byInvitation ? { invite: code } : {}) }, { onError: signupFailed }),
    (errors) => focusFirstError(form, errors),
  )
  const taken = isTaken(signup.error) && signup.variables?.email === typed.email
  return (
    <AuthForm side="sign-up" onSide={onSide} onSubmit={submit} busy={signup.isPending} invite={typed.invite}>
      {byInvitation && (
        <TextInput
          label="Invitation code"
          description="You need an invitation to sign up here. Ask the person who runs this server for one."
          autoComplete="off"
          maxLength={limits.invite}
          required
          withAsterisk={false}
          key={form.key('invite')}
          {...form.getInputProps('invite')}
        />
      )}
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
          This email already has an account.{' '}
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
