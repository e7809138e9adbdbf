import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import type { GooglePurpose } from '../../contract/accounts.ts'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { CallError, call, pathOf } from '../../contract/client.ts'
import { ask } from '../ui/ask.tsx'
import { AnchorButton, Button } from '../ui/button.tsx'
import { reportFailure } from '../ui/failed.ts'
import { typed } from '../ui/form-checks.ts'
import { GoogleIcon } from '../ui/google-icon.tsx'
import { useForm } from '../ui/use-form.ts'
import { accountQuery } from './account.ts'
import { PasswordField } from './password-field.tsx'
import { keepWantedPage } from './wanted-page.ts'

/** Continues at once if the user has proved their identity recently; otherwise asks for the password first. */
export function useIfProved() {
  const client = useQueryClient()
  const asking = useRef(false)
  return async (goOn: () => void, why = 'This changes how you sign in.') => {
    if (asking.current) return
    asking.current = true
    try {
      // Fetched again, because a proof expires without an event.
      const { proved, user } = await client.fetchQuery(accountQuery)
      if (proved || (await askForPassword(user.email, why))) goOn()
    } catch (error) {
      reportFailure('Profile error', error)
    } finally {
      asking.current = false
    }
  }
}

/** Resolves to whether the user gave the right password. Escape cancels. */
async function askForPassword(email: string, why: string): Promise<boolean> {
  const isProved = await ask<boolean>('Confirm your identity', (answer) => (
    <PasswordProof email={email} why={why} onEnd={answer} />
  ))
  return isProved ?? false
}

function PasswordProof({ email, why, onEnd }: { email: string; why: string; onEnd: (proved: boolean) => void }) {
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: typed('Please enter your password.') },
  })
  const prove = useMutation({
    mutationFn: (body: { password: string }) => call(accountCalls.prove, { body }),
    onSuccess: () => onEnd(true),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'forbidden') form.refuse('password', error.message)
      else reportFailure('Profile error', error)
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => prove.mutate(values))}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <div className="stack">
        <p>{why} Please enter your password first.</p>
        <PasswordField label="Password" autoComplete="current-password" data-autofocus {...form.field('password')} />
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

interface WithGoogle {
  purpose: GooglePurpose
  then: string
  /** The page to return to, if it is not the present one. */
  page?: string
}

/** For an account without a password: proves the identity with Google, and returns to the same page. */
export function ProveWithGoogle({ purpose, then, page }: WithGoogle) {
  const { pathname } = useLocation()
  return (
    <>
      <p>Please confirm your identity with Google first. Then you have 10 minutes to {then}.</p>
      <AnchorButton
        className="at-start"
        href={pathOf(accountCalls.google.path, {}, { purpose })}
        onClick={() => keepWantedPage(page ?? pathname)}
        variant="default"
        start={<GoogleIcon />}
      >
        Confirm with Google
      </AnchorButton>
    </>
  )
}
