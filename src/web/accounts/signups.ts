import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { SignupMode } from '../../contract/accounts.ts'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { call } from '../../contract/client.ts'

const signupsQuery = queryOptions({
  queryKey: ['signups'],
  queryFn: () => call(accountCalls.signups),
  staleTime: 60_000,
  retry: false,
})

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
