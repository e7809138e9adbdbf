import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { accountCalls } from '../../contract/accounts.ts'
import { call } from '../../contract/client.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { removeSavedState } from '../ui/client-state.ts'
import { followOwedSignOut, oweSignOut } from './owed-sign-out.ts'
import { forgetUser, maxSilenceMs } from './session.ts'

/** Visitors need no deck, so its code is loaded only for signed-in users. */
async function deleteDecks() {
  const { deleteAllDecks } = await import('../deck/current-deck.ts')
  await deleteAllDecks()
}

/** Without its code there is no deck to stop. */
const stopDeck = () => import('../deck/current-deck.ts').then((deck) => deck.stopDeck()).catch(() => {})

const storageFailure = 'Storage error'

async function deleteDecksOrExplain(): Promise<void> {
  withdrawFailure(storageFailure)
  await deleteDecks().catch((error) => {
    console.error(storageFailure, error)
    alertFailed(
      'You are logged out, but your tasks could not be deleted from this device. Try again, or delete the data of this site in the settings of your browser.',
      storageFailure,
      { label: 'Try again', run: deleteDecksOrExplain },
    )
  })
}

/** Deletes everything of the user from this browser, after the session has ended. */
export async function forgetEverything(client: QueryClient) {
  await forgetUser(client)
  removeSavedState()
  await deleteDecksOrExplain()
}

/** Logs out and leaves the screen. Forgets the user only after leaving, because a protected screen would redirect to the sign-in screen. */
export function useLogout(leave: () => void | Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const answer = await call(accountCalls.logout, {}, { maxSilenceMs })
      await stopDeck()
      return answer
    },
    onSettled: async (_answer, error) => {
      await leave()
      if (!error) await forgetEverything(client)
    },
  })
}

/** Logs out in this browser without the server. The session ends there as soon as the server can be reached. */
export function useLogoutHere(leave: () => void | Promise<void>) {
  const client = useQueryClient()
  return async () => {
    oweSignOut()
    await stopDeck()
    await leave()
    await forgetEverything(client)
  }
}

/** Follows a tab that has logged out without the server, and ends the session there when it can be reached. */
export function useOwedSignOut() {
  const client = useQueryClient()
  useEffect(() => followOwedSignOut(() => void forgetEverything(client)), [client])
}
