import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { passkeyCalls } from '../../contract/calls/passkeys.ts'
import { call } from '../../contract/client.ts'
import { passkeyLimits } from '../../contract/passkeys.ts'
import type { Assertion } from '../../contract/schemas/passkeys.ts'
import { canAutofill, isGivenUp, ownObstacle, problemOf, signWithPasskey } from '../passkeys/ceremonies.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { messageOf } from '../ui/failed.ts'
import { signInFailure, useSignInWithPasskey } from './sign-in.ts'

/** Before a challenge expires. */
const renewMs = (passkeyLimits.challengeMinutes - 1) * 60_000

/**
 * Signing in with a passkey: among the suggestions of the email field, and with a button. With `forCode`, only passkeys of the account whose sign-in
 * waits for a code count, and the email field is not there.
 */
export function usePasskeySignIn({ forCode = false } = {}) {
  const send = useSignInWithPasskey()
  const suggesting = useRef<AbortController>(undefined)
  const [isAsking, setAsking] = useState(false)
  const [round, setRound] = useState(0)

  const failed = (error: unknown) => alertFailed(messageOf(error, 'Login failed'), signInFailure)
  const finish = (assertion: Assertion) =>
    send.mutate(assertion, {
      onError: (error) => {
        failed(error)
        setRound((last) => last + 1)
      },
    })
  const suggested = useEffectEvent(finish)

  useEffect(() => {
    if (forCode) return
    const controller = new AbortController()
    suggesting.current = controller
    // Nobody has asked for it, so its failures are not shown: the button shows its own.
    void suggest(controller.signal).then((assertion) => {
      if (assertion && !controller.signal.aborted) suggested(assertion)
    })
    const renewing = setTimeout(() => setRound(round + 1), renewMs)
    return () => {
      clearTimeout(renewing)
      controller.abort()
    }
  }, [forCode, round])

  async function ask() {
    // A browser asks one question at a time.
    suggesting.current?.abort()
    setAsking(true)
    try {
      const { options } = await call(passkeyCalls.beginSignIn, { body: forCode ? { forCode } : {} })
      if (options) finish(await signWithPasskey(options))
      else alertFailed('This account has no passkey that works here. Use a code.', signInFailure)
    } catch (error) {
      if (error instanceof DOMException) alertFailed(problemOf(error), signInFailure)
      else failed(error)
      setRound((last) => last + 1)
    } finally {
      setAsking(false)
    }
  }

  return { isOffered: ownObstacle() === null, isBusy: isAsking || send.isPending, ask }
}

/** Waits until the user chooses a passkey among the suggestions. Undefined if that cannot happen. */
async function suggest(signal: AbortSignal): Promise<Assertion | undefined> {
  try {
    if (!navigator.onLine || !(await canAutofill()) || signal.aborted) return undefined
    const { options } = await call(passkeyCalls.beginSignIn, { body: {} })
    if (!options || signal.aborted) return undefined
    return await signWithPasskey(options, { signal, mediation: 'conditional' })
  } catch (error) {
    if (!isGivenUp(error)) console.warn('Passkeys cannot be suggested', error)
    return undefined
  }
}
