import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mcpPath } from '../../../contract/agents.ts'
import { localDay } from '../../../contract/calendar-day.ts'
import { tokenCalls } from '../../../contract/calls/tokens.ts'
import { call } from '../../../contract/client.ts'
import { formatDay } from '../../../contract/format-day.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import type { Token } from '../../../contract/schemas/tokens.ts'
import { serverNow } from '../../../contract/server-clock.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { CommandLine } from '../../tokens/command-line.tsx'
import { NewToken } from '../../tokens/new-token.tsx'
import { tokensQuery } from '../../tokens/queries.ts'
import { scopeWords } from '../../tokens/scope-words.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

/** API tokens: making, listing and revoking them. */
export function AccessSection() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(tokensQuery)
  const [isMaking, setMaking] = useState(false)
  const revoke = useMutation({
    mutationFn: ({ id }: Token) => call(tokenCalls.revoke, { params: { id } }),
    meta: { failure: 'Settings error' },
    onSuccess: (_answer, { name }) => alertDone(`Revoked ${name}`),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const limit = useMutation({
    mutationFn: ({ id }: Token) => call(tokenCalls.limit, { params: { id }, body: { scope: 'read' } }),
    meta: { failure: 'Settings error' },
    onSuccess: (_answer, { name }) => alertDone(`${name} may only read now`),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
  const askToLimit = async (token: Token) => {
    const detail = 'Programs that use it can change nothing any more. To give it more access again, make a new token.'
    if (await confirm({ question: `Let ${token.name} only read?`, detail, action: 'Make read-only' }))
      limit.mutate(token)
  }
  const askToRevoke = async (token: Token) => {
    const detail =
      'Programs that use it stop working at once. Their changes stay, and the history keeps the name of the token.'
    if (await confirm({ question: `Revoke ${token.name}?`, detail, action: 'Revoke token' })) revoke.mutate(token)
  }
  return (
    <Section
      title="Access"
      text="Tokens let programs, scripts and agents work with your tasks. They cannot change your account, its sessions or other tokens."
    >
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The tokens could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={56} />}
      {data?.tokens.length === 0 && <p className="muted">No program has access yet.</p>}
      {data && data.tokens.length > 0 && (
        <Rows label="Tokens">
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onLimit={() => askToLimit(token)}
              onRevoke={() => askToRevoke(token)}
            />
          ))}
        </Rows>
      )}
      <div className="row wide">
        <Button variant="default" onClick={() => setMaking(true)}>
          New token
        </Button>
        <LinkButton to={paths.device} variant="subtle">
          Connect a device with its code
        </LinkButton>
      </div>
      <p>
        An agent that can sign in with the browser needs only the address{' '}
        <code className="mono breaks">{`${location.origin}${mcpPath}`}</code>. Then this app asks you whether it may.
      </p>
      <CommandLine />
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Section>
  )
}

function TokenRow({ token, onLimit, onRevoke }: { token: Token; onLimit: () => void; onRevoke: () => void }) {
  const { preferences } = useSignedIn()
  const { name, scope, usedAt, usedFrom } = token
  return (
    <li className={classes.session}>
      <div className={classes.grow}>
        <div className="row">
          <p className={`medium ${classes.token}`}>
            <bdi>{name}</bdi>
          </p>
          <span className={scope === 'write' ? 'badge' : 'badge plain'}>{scopeWords[scope].name}</span>
        </div>
        <p className="small muted mono">{usedAt ? `last used ${timeAgo(usedAt)} from ${usedFrom}` : 'never used'}</p>
        <Expiry token={token} style={preferences.dateStyle} />
      </div>
      <div className={classes.actions}>
        {scope !== 'read' && (
          <Button
            className={classes.action}
            variant="subtle"
            size="small"
            onClick={onLimit}
            aria-label={`Make read-only: ${name}`}
          >
            Make read-only
          </Button>
        )}
        <Button
          className={classes.action}
          variant="subtle"
          tone="critical"
          size="small"
          onClick={onRevoke}
          aria-label={`Revoke ${name}`}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}

function Expiry({ token: { expiresAt, isRenewed }, style }: { token: Token; style: Preferences['dateStyle'] }) {
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= serverNow()
  const day = expiresAt && formatDay(localDay(new Date(expiresAt)), style)
  return (
    <p className={`small mono ${isOver ? 'critical' : 'muted'}`}>
      {day ? `${isOver ? 'expired' : isRenewed ? 'if not used, expires' : 'expires'} ${day}` : 'does not expire'}
    </p>
  )
}
