import { AuthForm, type Side } from './auth-form.tsx'

/** The back of the card on a server that does not accept new accounts. */
export function SignupClosed({ onSide }: { onSide: (side: Side) => void }) {
  return (
    <AuthForm side="sign-up" onSide={onSide}>
      <p>New accounts are closed on this server. If you have an account, sign in.</p>
    </AuthForm>
  )
}
