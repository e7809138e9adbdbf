import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SignupMode } from '../../contract/accounts.ts'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { call, pathOf } from '../../contract/client.ts'
import type { ProviderId, ProviderPurpose } from '../../contract/providers.ts'
import type { OfferedProvider } from '../../contract/schemas/accounts.ts'

const signupsQuery = queryOptions({
  queryKey: ['signups'],
  queryFn: () => call(accountCalls.signups),
  staleTime: 60_000,
  retry: false,
})

/** The ways to sign in that the server offers; undefined until it has answered. */
export function useOffers() {
  const { data, isPending } = useQuery(signupsQuery)
  return { offers: data, isPending }
}

/** The providers in the order of their buttons. Google has one until the server names only others. */
export function useProviders(): OfferedProvider[] {
  const { offers } = useOffers()
  return offers?.providers.length ? offers.providers : [{ id: 'google', name: 'Google', trouble: null }]
}

/** The address that leads to a provider. */
export const providerPath = (id: ProviderId, query: { purpose?: ProviderPurpose; invite?: string | undefined } = {}) =>
  id === 'google'
    ? pathOf(accountCalls.google.path, {}, query)
    : pathOf(accountCalls.openId.path, { provider: id }, query)

/** Whether the server accepts new accounts. Until it has answered, the form is shown: the server checks again anyway. */
export function useSignupMode(): SignupMode {
  return useQuery(signupsQuery).data?.signups ?? 'open'
}

/** Whether the server sends mail. Until it has answered, nothing that needs mail is offered. */
export function useSendsMail(): boolean {
  return useQuery(signupsQuery).data?.sendsMail ?? false
}

/** The code from an invitation link. */
export function useInvite(): string {
  return useSearchParams()[0].get('invite') ?? ''
}
