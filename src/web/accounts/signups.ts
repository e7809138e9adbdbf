import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { accountCalls, type SignupMode } from '../../contract/accounts.ts'
import { call } from '../../contract/client.ts'

const signupsQuery = queryOptions({
  queryKey: ['signups'],
  queryFn: () => call(accountCalls.signups),
  staleTime: 60_000,
  retry: false,
})

/** Who may create an account here. Until the server has said so, the form is offered: the server decides anyway. */
export function useSignupMode(): SignupMode {
  return useQuery(signupsQuery).data?.signups ?? 'open'
}

/** The code from the link of an invitation. */
export function useInvite(): string {
  return useSearchParams()[0].get('invite') ?? ''
}
