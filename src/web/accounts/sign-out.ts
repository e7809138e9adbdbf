import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { call } from '../../contract/client.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { removeSavedState } from '../ui/client-state.ts'
import type { SessionState } from './kept-session.ts'
import { followOwedSignOut, oweSignOut } from './owed-sign-out.ts'
import { forgetUser, maxSilenceMs, sessionQuery } from './session.ts'

/** Visitors need no deck, so its code is loaded only for signed-in users. */
async function forgetDeck(owner: string) {
  const deck = await import('../deck/current-deck.ts')
  await deck.forgetDeck(owner)
}

/** The actions that were chosen in notifications. Without a service worker there are none; with it, the code is on this device. */
async function forgetActions(owner: string) {
  if (!(await navigator.serviceWorker?.getRegistration())) return
  const actions = await import('../push/waiting-actions.ts')
  await actions.forgetActions(owner)
}

/** Without its code there is no deck to stop. */
const stopDeck = () => import('../deck/current-deck.ts').then((deck) => deck.stopDeck()).catch(() => {})

const storageFailure = 'Storage error'

async function forgetDeckOrExplain(owner: string): Promise<void> {
  withdrawFailure(storageFailure)
  await Promise.all([forgetDeck(owner), forgetActions(owner)]).catch((error) => {
    console.error(storageFailure, error)
    alertFailed(
      'You are signed out, but your tasks could not be deleted from this device. Try again, or delete the data of this site in the settings of your browser.',
      storageFailure,
      { label: 'Try again', run: () => void forgetDeckOrExplain(owner) },
    )
  })
}

/** Deletes everything of the user from this browser, after the session has ended. Nothing that belongs to other users. */
export async function forgetEverything(client: QueryClient, owner: string | undefined) {
  await forgetUser(client)
  if (!owner) return
  removeSavedState(owner)
  // Nothing is sent to the browser of a session that has ended, even if this fails.
  import('../push/push.ts').then(({ endPush }) => endPush()).catch(() => {})
  await forgetDeckOrExplain(owner)
}

const ownerIn = (client: QueryClient) => client.getQueryData<SessionState | null>(sessionQuery.queryKey)?.user._id

/** Signs out and leaves the screen. Forgets the user only after leaving, because a protected screen would redirect to the sign-in screen. */
export function useEndSession(leave: () => void | Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const answer = await call(accountCalls.logout, {}, { maxSilenceMs })
      await stopDeck()
      return answer
    },
    // Another call may find out that the session has ended before this one is answered.
    onMutate: () => ownerIn(client),
    onSettled: async (answer, error, _none, owner) => {
      await leave()
      if (!error) await forgetEverything(client, owner)
      // The provider ends its own session on a page of its own, and returns here.
      if (answer?.signOutAt) location.assign(answer.signOutAt)
    },
  })
}

/** Signs out in this browser without the server. The session ends there as soon as the server can be reached. */
export function useSignOutHere(leave: () => void | Promise<void>) {
  const client = useQueryClient()
  return async () => {
    const owner = ownerIn(client)
    oweSignOut()
    await stopDeck()
    await leave()
    await forgetEverything(client, owner)
  }
}

/** Follows a tab that has signed out without the server, and ends the session there when it can be reached. */
export function useOwedSignOut() {
  const client = useQueryClient()
  useEffect(() => followOwedSignOut(() => void forgetEverything(client, ownerIn(client))), [client])
}
