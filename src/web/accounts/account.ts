import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { call } from '../../contract/client.ts'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { SessionState } from './kept-session.ts'
import { changeSession, sessionQuery } from './session.ts'

export const accountQuery = queryOptions({ queryKey: ['account'], queryFn: () => call(accountCalls.account) })
/** How an account can confirm its user, and whether it has recently. */
export interface Proofs {
  hasPassword: boolean
  hasPasskey: boolean
  proved: boolean
}

/** Whether a change that outlasts the session must first be confirmed on the page of a provider, because there is no password or passkey to ask for. */
export const mustProveElsewhere = (account: Proofs | undefined): boolean =>
  account !== undefined && !account.hasPassword && !account.hasPasskey && !account.proved

export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => call(accountCalls.sessions) })

/** The key of mutations that save a setting at once. The settings say when it is saved. */
export const savedAtOnce = ['saved at once']

/** Clients whose session was changed elsewhere while a change of theirs was on its way. */
const isDue = new WeakSet<QueryClient>()

/**
 * Loads the user and the preferences again after a change on another device. While a change of this one is on its way, it waits for that, because
 * the answer could be older than what the screen shows already.
 */
export function refreshSession(client: QueryClient): void {
  isDue.add(client)
  loadIfDue(client, 0)
}

function loadIfDue(client: QueryClient, pending: number): void {
  if (client.isMutating({ mutationKey: savedAtOnce }) > pending || !isDue.delete(client)) return
  void client.refetchQueries({ queryKey: sessionQuery.queryKey, type: 'active' })
}

/** Changes preferences. Screens show them at once, and the old ones again if the server refuses. */
export function useSetPreferences() {
  const client = useQueryClient()
  const write = (change: Partial<Preferences>) =>
    changeSession(client, (session) => ({ ...session, preferences: { ...session.preferences, ...change } }))
  return useMutation({
    mutationKey: savedAtOnce,
    mutationFn: (body: Partial<Preferences>) => call(accountCalls.setPreferences, { body }),
    meta: { failure: 'Settings error' },
    onMutate: async (change) => {
      const before = client.getQueryData<SessionState | null>(sessionQuery.queryKey)?.preferences
      await write(change)
      return before
    },
    onError: (_error, _change, before) => {
      // As a whole: a preference that was absent is absent again.
      if (before) return changeSession(client, (session) => ({ ...session, preferences: before }))
    },
    // It still counts as being sent here.
    onSettled: () => loadIfDue(client, 1),
  })
}
