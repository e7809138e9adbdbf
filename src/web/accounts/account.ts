import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
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
  })
}
