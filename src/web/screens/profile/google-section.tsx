import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import { accountQuery } from '../../accounts/account.ts'
import { useIfProved } from '../../accounts/proof.tsx'
import { providerPath } from '../../accounts/signups.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { AnchorButton, Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { GoogleIcon } from '../../ui/google-icon.tsx'
import { Section } from '../../ui/section.tsx'

interface Props {
  google: { email: string } | null
  /** Whether the user could not sign in without it. */
  isLastWay: boolean
}

const linkAddress = providerPath('google', { purpose: 'link' })

export function GoogleSection({ google, isLastWay }: Props) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const unlink = useMutation({
    mutationFn: () => call(accountCalls.unlinkGoogle),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: accountQuery.queryKey })
      alertDone(message)
    },
    onError: (error) => reportFailure('Profile error', error),
  })
  return (
    <Section title="Google account" text="Sign in with one click, without a password.">
      {google ? (
        <div className="row wide between">
          <div className="row">
            <GoogleIcon />
            <p>Linked to {google.email}</p>
          </div>
          <Button
            variant="default"
            onClick={() => ifProved(unlink.mutate)}
            isBusy={unlink.isPending}
            disabled={isLastWay}
          >
            Unlink
          </Button>
          {isLastWay && <p className="muted">Add another way first: this is your last way to sign in.</p>}
        </div>
      ) : (
        <AnchorButton
          className="at-start"
          href={linkAddress}
          onClick={(event) => {
            event.preventDefault()
            void ifProved(() => location.assign(linkAddress))
          }}
          variant="default"
          start={<GoogleIcon />}
        >
          Link a Google account
        </AnchorButton>
      )}
    </Section>
  )
}
