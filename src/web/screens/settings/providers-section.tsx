import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { LinkedIdentity, OfferedProvider } from '../../../contract/schemas/accounts.ts'
import { accountQuery, mustProveElsewhere } from '../../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { ProviderIcon } from '../../accounts/provider-icon.tsx'
import { troubleWords } from '../../accounts/provider-problem.ts'
import { providerPath, useOffers } from '../../accounts/signups.ts'
import { settingsPath } from '../../navigation/paths.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { AnchorButton, Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

const day = (iso: string) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })
const lastWay = 'Add another way first: this is your last way to sign in.'

/** The providers to sign in with: link and unlink. */
export function ProvidersSection() {
  const { data: account, error, refetch } = useQuery(accountQuery)
  const { offers, isPending } = useOffers()
  const linked = account?.identities ?? []
  const offered = offers?.providers ?? []
  const others = linked.filter(({ provider }) => !offered.some(({ id }) => id === provider))
  // Most servers have none.
  if (!isPending && account && !offered.length && !others.length) return null
  const mustProve = mustProveElsewhere(account)
  const isLastWay = (account?.waysIn ?? 0) < 2
  return (
    <Section title="Sign-in providers" text="Sign in with an account that you have elsewhere.">
      {error && !account && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The linked providers could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!error && (!account || isPending) && <Skeleton height={56} />}
      {mustProve && <ProveElsewhere purpose="prove" then="link and unlink providers" page={settingsPath('security')} />}
      {account && !isPending && (
        <Rows label="Sign-in providers">
          {offered.map((provider) => {
            const identity = linked.find((one) => one.provider === provider.id)
            return identity ? (
              <Linked key={provider.id} identity={identity} isFixed={mustProve || isLastWay} isLastWay={isLastWay} />
            ) : (
              <Offered key={provider.id} provider={provider} isFixed={mustProve} />
            )
          })}
          {others.map((identity) => (
            <Linked key={identity.id} identity={identity} isFixed={mustProve} isLastWay={false} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

interface LinkedProps {
  identity: LinkedIdentity
  isFixed: boolean
  isLastWay: boolean
}

function Linked({ identity: { id, provider, name, email, linkedAt }, isFixed, isLastWay }: LinkedProps) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const unlink = useMutation({
    mutationFn: () => call(accountCalls.unlinkIdentity, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  })
  const askToUnlink = async () => {
    const detail = 'You can then no longer sign in with it.'
    if (await confirm({ question: `Unlink ${name}?`, detail, action: 'Unlink' })) void ifProved(() => unlink.mutate())
  }
  const since = `since ${day(linkedAt)}`
  return (
    <li className={classes.entry}>
      {provider && <ProviderIcon id={provider} />}
      <div className={classes.grow}>
        <p className="medium">{name}</p>
        <p className={`small muted ${classes.token}`}>
          {email ? `${email} · ${since}` : `Linked ${since}`}
          {!provider && ' · no longer offered by this server'}
        </p>
        {isLastWay && <p className="small muted">{lastWay}</p>}
      </div>
      <Button
        className={classes.action}
        variant="default"
        size="small"
        aria-label={`Unlink ${name}`}
        disabled={isFixed}
        isBusy={unlink.isPending}
        onClick={askToUnlink}
      >
        Unlink
      </Button>
    </li>
  )
}

function Offered({ provider: { id, name, trouble }, isFixed }: { provider: OfferedProvider; isFixed: boolean }) {
  const ifProved = useIfProved()
  const address = providerPath(id, { purpose: 'link-in-settings' })
  return (
    <li className={classes.entry}>
      <ProviderIcon id={id} />
      <div className={classes.grow}>
        <p className="medium">{name}</p>
        <p className="small muted">{trouble ? troubleWords(name, trouble) : 'Not linked'}</p>
      </div>
      {!isFixed && (
        <AnchorButton
          className={classes.action}
          href={address}
          onClick={(event) => {
            event.preventDefault()
            void ifProved(() => location.assign(address))
          }}
          variant="default"
          size="small"
          aria-label={`Link ${name}`}
        >
          Link
        </AnchorButton>
      )}
    </li>
  )
}
