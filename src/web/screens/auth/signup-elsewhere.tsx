import { useState } from 'react'
import { limits } from '../../../contract/accounts.ts'
import { useProviders } from '../../accounts/signups.ts'
import { TextField } from '../../ui/text-field.tsx'
import { AuthForm, type Side } from './auth-form.tsx'

interface Props {
  byInvitation: boolean
  /** The code from an invitation link. */
  invite: string
  onSide: (side: Side) => void
}

/** The back of the card on a server that creates accounts only through a provider. */
export function SignupElsewhere({ byInvitation, invite, onSide }: Props) {
  const [code, setCode] = useState(invite)
  const names = useProviders().map(({ name }) => name)
  return (
    <AuthForm side="sign-up" onSide={onSide} invite={byInvitation ? code : ''}>
      <p>
        Accounts here are made with {names.join(' or ')}. Yours is made when you sign in with it for the first time.
      </p>
      {byInvitation && (
        <TextField
          label="Invitation code"
          hint="You need an invitation to sign up here. Ask the person who runs this server for one."
          autoComplete="off"
          maxLength={limits.invite}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      )}
    </AuthForm>
  )
}
