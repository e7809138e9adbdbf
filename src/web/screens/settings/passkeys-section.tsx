import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeyCalls } from '../../../contract/calls/passkeys.ts'
import { call } from '../../../contract/client.ts'
import { obstacleWords } from '../../../contract/passkeys.ts'
import type { Passkey } from '../../../contract/schemas/passkeys.ts'
import { accountQuery, mustProveElsewhere } from '../../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { refreshEvents } from '../../accounts/security-events.ts'
import { settingsPath } from '../../navigation/paths.ts'
import { ownObstacle } from '../../passkeys/ceremonies.ts'
import { passkeysQuery } from '../../passkeys/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { KeyIcon, WarningIcon } from '../../ui/more-icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NewPasskey } from './new-passkey.tsx'
import { RenamePasskey } from './rename-passkey.tsx'
import classes from './settings.module.css'

const day = (iso: string) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'medium' })
const noPasskeys = 'This browser does not know passkeys, or not well enough. Use a newer one to add some.'

/** Passkeys: add, rename and remove them. */
export function PasskeysSection() {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const { data, error, refetch } = useQuery(passkeysQuery)
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    void client.invalidateQueries({ queryKey: accountQuery.queryKey })
    refreshEvents(client)
  }
  const remove = useMutation({
    mutationFn: (id: string) => call(passkeyCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: refresh,
  })
  const askToRemove = async ({ id, name }: Passkey) => {
    const detail = 'It no longer signs in here. You can delete it in your device or password manager, too.'
    if (await confirm({ question: `Remove the passkey “${name}”?`, detail, action: 'Remove' })) {
      void ifProved(() => remove.mutate(id))
    }
  }
  const mustProve = mustProveElsewhere(account)
  const own = ownObstacle()
  const obstacle = data?.obstacle ?? own
  return (
    <Section title="Passkeys" text="Sign in with a finger, a face or a key. No password, nothing to phish.">
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'Passkeys could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={56} />}
      {data && obstacle && <p>{obstacle === 'browser' ? noPasskeys : obstacleWords[obstacle]}</p>}
      {data && mustProve && <ProveElsewhere purpose="prove" then="change passkeys" page={settingsPath('security')} />}
      {data && (data.passkeys.length > 0 || !obstacle) && (
        <Rows label="Passkeys">
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isLastWay={account?.waysIn === 1 && !passkey.copiedAt && !passkey.otherHost && account.hasPasskey}
              isLocked={mustProve || !account}
              onRename={() => void ifProved(() => setRenamed(passkey))}
              onRemove={() => askToRemove(passkey)}
            />
          ))}
          {!obstacle && (
            <li>
              <Button
                className={classes.add}
                variant="subtle"
                tone="neutral"
                isWide
                start={<PlusIcon size={20} />}
                disabled={mustProve || !account}
                onClick={() => void ifProved(() => setAdding(true))}
              >
                Add a passkey
              </Button>
            </li>
          )}
        </Rows>
      )}
      {isAdding && <NewPasskey onAdded={refresh} onClose={() => setAdding(false)} />}
      {renamed && <RenamePasskey passkey={renamed} onRenamed={refresh} onClose={() => setRenamed(undefined)} />}
    </Section>
  )
}

interface RowProps {
  passkey: Passkey
  /** Whether its user could not sign in without it. */
  isLastWay: boolean
  isLocked: boolean
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, isLastWay, isLocked, onRename, onRemove }: RowProps) {
  const { name, createdAt, usedAt, isSynced, copiedAt, otherHost } = passkey
  const facts = [
    `Added ${day(createdAt)}`,
    usedAt ? `used ${day(usedAt)}` : 'never used',
    ...(isSynced ? ['synced'] : []),
    ...(otherHost ? [`only for ${otherHost}`] : []),
  ]
  return (
    <li className={classes.entry}>
      <KeyIcon size={20} />
      <div className={classes.grow}>
        <p className="medium" dir="auto">
          {name}
        </p>
        <p className="small muted">{facts.join(' · ')}</p>
        {copiedAt && (
          <p className={`small ${classes.few} ${classes.warning}`}>
            <WarningIcon size={16} />
            Refused since {day(copiedAt)}: there may be a copy of it. Remove it.
          </p>
        )}
        {isLastWay && <p className="small muted">Your last way to sign in. To remove it, add another way first.</p>}
      </div>
      <Button
        className={classes.action}
        variant="subtle"
        tone="neutral"
        size="small"
        disabled={isLocked}
        onClick={onRename}
        aria-label={`Rename ${name}`}
      >
        Rename
      </Button>
      <Button
        className={classes.action}
        variant="subtle"
        tone="critical"
        size="small"
        disabled={isLocked || isLastWay}
        onClick={onRemove}
        aria-label={`Remove ${name}`}
      >
        Remove
      </Button>
    </li>
  )
}
