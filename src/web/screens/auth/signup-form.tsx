import { useState } from 'react'
import { limits } from '../../../contract/accounts.ts'
import { CallError } from '../../../contract/client.ts'
import { isWeakPassword, newPassword, validEmail } from '../../accounts/credential-checks.ts'
import { PasswordField } from '../../accounts/password-field.tsx'
import { signInFailure, useSignup } from '../../accounts/sign-in.ts'
import { StrengthMeter } from '../../accounts/strength-meter.tsx'
import { alertFailed } from '../../ui/alerts.tsx'
import { messageOf } from '../../ui/failed.ts'
import { filled } from '../../ui/form-checks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AuthForm, type Side } from './auth-form.tsx'

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
    initialValues: typed,
    validate: {
      username: filled('Please choose a username.'),
      email: validEmail,
      password: newPassword,
      invite: byInvitation ? filled('Please enter your invitation code.') : () => null,
    },
    onValuesChange: setTyped,
  })
  const failed = (error: unknown) => {
    if (isWeakPassword(error)) form.refuse('password', error.message)
    else signupFailed(error)
  }
  const submit = form.onSubmit(({ invite: code, ...values }) =>
    signup.mutate({ ...values, ...(byInvitation ? { invite: code } : {}) }, { onError: failed }),
  )
  const taken = isTaken(signup.error) && signup.variables?.email === typed.email
  return (
    <AuthForm side="sign-up" onSide={onSide} onSubmit={submit} busy={signup.isPending} invite={typed.invite}>
      {byInvitation && (
        <TextField
          label="Invitation code"
          hint="You need an invitation to sign up here. Ask the person who runs this server for one."
          autoComplete="off"
          maxLength={limits.invite}
          required
          {...form.field('invite')}
        />
      )}
      <TextField
        label="Username"
        autoComplete="nickname"
        maxLength={limits.username}
        required
        {...form.field('username')}
      />
      <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
      {taken && (
        <p>
          This email already has an account.{' '}
          <button className="link" type="button" onClick={() => onKnown(typed.email)}>
            Log in instead
          </button>
        </p>
      )}
      <PasswordField label="Password" autoComplete="new-password" required {...form.field('password')} />
      <StrengthMeter password={typed.password} owner={typed} />
    </AuthForm>
  )
}

const isTaken = (error: unknown) => error instanceof CallError && error.code === 'conflict'

function signupFailed(error: unknown) {
  if (!(error instanceof CallError) || error.code === 'network') console.error('Signup error', error)
  alertFailed(messageOf(error, 'Signup failed'), signInFailure)
}
