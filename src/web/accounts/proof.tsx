import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { passkeyCalls } from '../../contract/calls/passkeys.ts'
import { CallError, call } from '../../contract/client.ts'
import type { Output } from '../../contract/endpoint.ts'
import type { ProviderPurpose } from '../../contract/providers.ts'
import { ownObstacle, problemOf, signWithPasskey } from '../passkeys/ceremonies.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { ask } from '../ui/ask.tsx'
import { AnchorButton, Button } from '../ui/button.tsx'
import { reportFailure } from '../ui/failed.ts'
import { typed } from '../ui/form-checks.ts'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { accountQuery, mustProveElsewhere } from './account.ts'
import { PasswordField } from './password-field.tsx'
import { ProviderIcon } from './provider-icon.tsx'
import { providerPath } from './signups.ts'
import { keepWantedPage } from './wanted-page.ts'

type Account = Output<typeof accountCalls.account>

/** Continues at once if the user has proved their identity recently; otherwise asks for the password or a passkey first. */
export function useIfProved() {
  const client = useQueryClient()
  const asking = useRef(false)
  return async (goOn: () => void, why = 'This changes how you sign in.') => {
    if (asking.current) return
    asking.current = true
    try {
      // Fetched again, because a proof expires without an event.
      const account = await client.fetchQuery(accountQuery)
      // The server refuses an account that must confirm elsewhere, and its screen then leads there.
      if (account.proved || mustProveElsewhere(account) || (await askForProof(account, why))) goOn()
    } catch (error) {
      reportFailure('Profile error', error)
    } finally {
      asking.current = false
    }
  }
}

/** Resolves to whether the user gave the right password or used a passkey. Escape cancels. */
async function askForProof({ user, hasPassword, hasPasskey, hasCodes }: Account, why: string): Promise<boolean> {
  const usesPasskey = hasPasskey && ownObstacle() === null
  const isProved = await ask<boolean>('Confirm your identity', (answer) => (
    <div className="stack">
      {usesPasskey && <PasskeyProof why={why} isOnly={!hasPassword} hasCodes={hasCodes} onEnd={answer} />}
      {hasPassword && (
        <PasswordProof email={user.email} why={usesPasskey ? '' : why} hasCodes={hasCodes} onEnd={answer} />
      )}
      {!usesPasskey && !hasPassword && (
        <p>{why} Open Taskdeck where you can use one of your passkeys, and do it there.</p>
      )}
    </div>
  ))
  return isProved ?? false
}

interface PasskeyProofProps {
  why: string
  /** Whether nothing else is asked for. */
  isOnly: boolean
  hasCodes: boolean
  onEnd: (proved: boolean) => void
}

function PasskeyProof({ why, isOnly, hasCodes, onEnd }: PasskeyProofProps) {
  const prove = useMutation({
    mutationFn: async () => {
      const { options } = await call(passkeyCalls.beginProof)
      return call(passkeyCalls.prove, { body: { assertion: await signWithPasskey(options) } })
    },
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof DOMException) alertFailed(problemOf(error), 'Profile error')
      else reportFailure('Profile error', error)
    },
  })
  return (
    <>
      <p>
        {why}{' '}
        {isOnly
          ? 'Please use a passkey first.'
          : `Please use a passkey, or enter your password${hasCodes ? ' and a one-time code' : ''}.`}
      </p>
      <div className="row end">
        {isOnly && (
          <Button variant="default" onClick={() => onEnd(false)}>
            Cancel
          </Button>
        )}
        <Button
          variant={isOnly ? 'filled' : 'default'}
          isWide={!isOnly}
          data-autofocus={isOnly || undefined}
          isBusy={prove.isPending}
          onClick={() => prove.mutate()}
        >
          Use a passkey
        </Button>
      </div>
    </>
  )
}

interface PasswordProofProps {
  email: string
  why: string
  /** Whether a one-time code is asked for, too. */
  hasCodes: boolean
  onEnd: (proved: boolean) => void
}

function PasswordProof({ email, why, hasCodes, onEnd }: PasswordProofProps) {
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: typed('Please enter your password.'),
      ...(hasCodes ? { code: typed('Please enter a one-time code.') } : {}),
    },
  })
  const prove = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      call(accountCalls.prove, { body: { password, ...(hasCodes ? { code } : {}) } }),
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'forbidden') {
        form.refuse(error.message.includes('code') ? 'code' : 'password', error.message)
      } else reportFailure('Profile error', error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div className="stack">
        {why && <p>{`${why} Please enter your password${hasCodes ? ' and a one-time code' : ''} first.`}</p>}
        <PasswordField label="Password" autoComplete="current-password" data-autofocus {...form.field('password')} />
        {hasCodes && (
          <TextField
            label="One-time code"
            hint="Your authenticator app shows it. A recovery code works, too."
            className="mono"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            {...form.field('code')}
          />
        )}
        <div className="row end">
          <Button variant="default" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" isBusy={prove.isPending}>
            Continue
          </Button>
        </div>
      </div>
    </form>
  )
}

interface Elsewhere {
  purpose: ProviderPurpose
  then: string
  /** The page to return to, if it is not the present one. */
  page?: string
}

/** For an account without a password: proves the identity with a linked provider, and returns to the same page. */
export function ProveElsewhere({ purpose, then, page }: Elsewhere) {
  const { pathname } = useLocation()
  const { data: account } = useQuery(accountQuery)
  const linked = account?.identities.flatMap(({ provider, name }) => (provider ? { id: provider, name } : [])) ?? []
  const names = linked.map(({ name }) => name).join(' or ')
  if (account && !linked.length) {
    return <p>Nothing that you sign in with can confirm your identity. Ask the person who runs this server.</p>
  }
  return (
    <>
      <p>
        Please confirm your identity with {names || 'your provider'} first. Then you have 10 minutes to {then}.
      </p>
      {linked.map(({ id, name }) => (
        <AnchorButton
          key={id}
          className="at-start"
          href={providerPath(id, { purpose })}
          onClick={() => keepWantedPage(page ?? pathname)}
          variant="default"
          start={<ProviderIcon id={id} />}
        >
          Confirm with {name}
        </AnchorButton>
      ))}
    </>
  )
}
