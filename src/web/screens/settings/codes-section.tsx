import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { secondFactorCalls } from '../../../contract/calls/second-factor.ts'
import { call } from '../../../contract/client.ts'
import { secondFactor } from '../../../contract/second-factor.ts'
import { accountQuery, mustProveElsewhere } from '../../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { refreshEvents } from '../../accounts/security-events.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { settingsPath } from '../../navigation/paths.ts'
import { secondFactorQuery } from '../../second-factor/queries.ts'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import { SetUpCodes } from '../../second-factor/set-up-codes.tsx'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { DeviceIcon, PageIcon, RecentIcon } from '../../ui/more-icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

const day = (iso: string | null) => (iso ? new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' }) : '')
const onError = (failure: unknown) => reportFailure('Settings error', failure)

/** One-time codes: turn on and off, recovery codes, trusted devices. */
export function CodesSection() {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { user } = useSignedIn()
  const { data: account } = useQuery(accountQuery)
  const { data, error, refetch } = useQuery(secondFactorQuery)
  const [shown, setShown] = useState<string[]>()
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    refreshEvents(client)
  }
  const begin = useMutation({ mutationFn: () => call(secondFactorCalls.begin), onError })
  const renew = useMutation({
    mutationFn: () => call(secondFactorCalls.renew),
    onSuccess: ({ recoveryCodes }) => setShown(recoveryCodes),
    onError,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () => call(secondFactorCalls.remove),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const distrust = useMutation({
    mutationFn: () => call(secondFactorCalls.distrust),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const askToRemove = async () => {
    const detail = 'Anyone with your password can then sign in. The recovery codes stop working.'
    if (await confirm({ question: 'Turn one-time codes off?', detail, action: 'Turn off' })) {
      void ifProved(() => remove.mutate())
    }
  }
  const askToRenew = async () => {
    const detail = 'The present recovery codes stop working.'
    if (await confirm({ question: 'Make new recovery codes?', detail, action: 'Make new ones' })) {
      void ifProved(() => renew.mutate())
    }
  }
  const mustProve = mustProveElsewhere(account)
  const isFew = data !== undefined && data.recoveryCodesLeft <= secondFactor.fewRecoveryCodes
  return (
    <Section title="One-time codes" text="Asked for after a password. Passkeys need none.">
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'One-time codes could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={56} />}
      {mustProve && <ProveElsewhere purpose="prove" then="change one-time codes" page={settingsPath('security')} />}
      {data && (
        <Rows label="One-time codes">
          <li className={classes.entry}>
            <RecentIcon size={20} />
            <div className={classes.grow}>
              <p className="medium">Authenticator app</p>
              <p className="small muted">{data.since ? `On since ${day(data.since)}` : 'Off'}</p>
            </div>
            {data.since ? (
              <Button
                className={classes.action}
                variant="default"
                size="small"
                disabled={mustProve}
                onClick={askToRemove}
              >
                Turn off
              </Button>
            ) : (
              <Button
                className={classes.action}
                variant="default"
                size="small"
                disabled={mustProve || !account}
                isBusy={begin.isPending}
                onClick={() => void ifProved(() => begin.mutate())}
              >
                Turn on
              </Button>
            )}
          </li>
          {data.since && (
            <li className={classes.entry}>
              <PageIcon size={20} />
              <div className={classes.grow}>
                <p className="medium">Recovery codes</p>
                <p className="small muted">
                  <span className={isFew ? classes.few : undefined}>
                    {data.recoveryCodesLeft} of {secondFactor.recoveryCodes} left
                  </span>
                  {` · made ${day(data.recoveryCodesMadeAt)}`}
                </p>
              </div>
              <Button
                className={classes.action}
                variant="default"
                size="small"
                disabled={mustProve}
                onClick={askToRenew}
              >
                Make new ones
              </Button>
            </li>
          )}
          {data.trustedDevices > 0 && (
            <li className={classes.entry}>
              <DeviceIcon size={20} />
              <div className={classes.grow}>
                <p className="medium">Trusted devices</p>
                <p className="small muted">
                  {data.trustedDevices} {data.trustedDevices === 1 ? 'is' : 'are'} not asked for a code
                </p>
              </div>
              <Button className={classes.action} variant="default" size="small" onClick={() => distrust.mutate()}>
                Ask again
              </Button>
            </li>
          )}
        </Rows>
      )}
      {begin.data && <SetUpCodes setup={begin.data} email={user.email} onClose={() => begin.reset()} />}
      {shown && (
        <Dialog title="Recovery codes" centered onClose={() => setShown(undefined)}>
          <RecoveryCodes codes={shown} email={user.email} onKept={() => setShown(undefined)} />
        </Dialog>
      )}
    </Section>
  )
}
