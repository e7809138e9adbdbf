import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { passkeyCalls } from '../../contract/calls/passkeys.ts'
import { secondFactorCalls } from '../../contract/calls/second-factor.ts'
import { call } from '../../contract/client.ts'
import type { Input } from '../../contract/endpoint.ts'
import type { Assertion } from '../../contract/schemas/passkeys.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { deviceTimeZone } from './device-time-zone.ts'
import { forgetOwedSignOut, settleSignOut } from './owed-sign-out.ts'
import { forgetUser, sessionQuery } from './session.ts'

/** The name of a failure of either form. The next attempt with any form removes its message. */
export const signInFailure = 'Sign-in error'

const notKept = 'Your browser did not keep the session. Open Taskdeck at its https address and allow its cookies.'

function useSignIn<I>(send: (input: I) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: I) => {
      // Its answer removes the cookie, so it must not come after that of the sign-in.
      await settleSignOut()
      const answer = await send(input)
      forgetOwedSignOut()
      return answer
    },
    meta: { failure: signInFailure },
    // Loads the session now, so that the next screen need not wait for it.
    onSuccess: async () => {
      await forgetUser(client)
      const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
      if (session === null) alertFailed(notKept, signInFailure)
    },
  })
}

export const useLogin = () =>
  useSignIn((body: Input<typeof accountCalls.login>['body']) => call(accountCalls.login, { body }))
/** Finishes a sign-in that has asked for a code. */
export const useSignInWithCode = () =>
  useSignIn((body: Input<typeof secondFactorCalls.signIn>['body']) => call(secondFactorCalls.signIn, { body }))
export const useSignInWithPasskey = () =>
  useSignIn((assertion: Assertion) => call(passkeyCalls.signIn, { body: { assertion } }))
export const useSignup = () =>
  useSignIn((body: Input<typeof accountCalls.signup>['body']) =>
    call(accountCalls.signup, { body: { ...body, timeZone: deviceTimeZone() } }),
  )
