import type { SignupMode } from '../../../contract/accounts.ts'
import { usePasskeySignIn } from '../../accounts/passkey-sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { KeyIcon } from '../../ui/more-icons.tsx'
import classes from './auth.module.css'
import { ProviderLinks } from './provider-links.tsx'

const news: Record<SignupMode, string> = {
  open: 'Your account is made when you sign in for the first time.',
  invite: 'For a new account, open the link of your invitation first.',
  closed: 'New accounts are closed on this server.',
}

/** The card of a server without passwords: signing in and signing up are the same there. */
export function ProvidersOnly({ mode, invite }: { mode: SignupMode; invite: string }) {
  const passkey = usePasskeySignIn()
  return (
    <div className={classes.face}>
      <div className="stack">
        <h1 className="h2">Log in</h1>
        <p className="muted">
          {mode === 'invite' && invite ? 'Your account is made with your invitation when you sign in.' : news[mode]}
        </p>
        {passkey.isOffered && (
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
        )}
        <ProviderLinks invite={invite} />
      </div>
    </div>
  )
}
