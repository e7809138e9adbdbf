import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountCalls } from '../../contract/accounts.ts'
import { CallError, call, notTaskdeck } from '../../contract/client.ts'
import type { Input, Output } from '../../contract/endpoint.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { createBackoff } from '../ui/backoff.ts'
import { removeSavedState, resetUserCells } from '../ui/client-state.ts'

export type SessionState = Output<typeof accountCalls.verify>

/**
 * Who is signed in: asked once when the app opens, and again in the background whenever a protected screen is entered. Null only when
 * Taskdeck itself says so; a check that gets no answer fails, and leaves what was known before.
 */
export const sessionQuery = queryOptions<SessionState | null>({
  queryKey: ['session'],
  queryFn: checkSession,
  staleTime: 30_000,
  retry: false,
})

/** A screen waits for this answer. */
const maxSilenceMs = 10_000

async function checkSession({ client }: QueryFunctionContext): Promise<SessionState | null> {
  try {
    const session = await call(accountCalls.verify, {}, { maxSilenceMs })
    if (!session.user) throw new CallError(0, 'network', notTaskdeck)
    return session
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_signed_in') {
      await forgetAnswers(client)
      return null
    }
    console.error('Auth check failed', error)
    throw error
  }
}

export function useSession() {
  // A failed check that is repeated is pending once more: what is on the screen by then stays there.
  const { data, isFetched } = useQuery(sessionQuery)
  return { session: data ?? null, user: data?.user ?? null, isPending: !isFetched }
}

/** The session. While nobody is known to be signed in and the last check got no answer, says so and keeps asking. */
export function usePatientSession() {
  const { data, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    ...sessionQuery,
    refetchOnWindowFocus: ({ state }) => (state.errorUpdatedAt > state.dataUpdatedAt ? 'always' : true),
  })
  const [backoff] = useState(() => createBackoff(1_000, 5_000))
  const failedAt = !data && errorUpdatedAt > dataUpdatedAt ? errorUpdatedAt : undefined
  const isUnanswered = failedAt !== undefined

  useEffect(() => {
    if (!isUnanswered) return
    const said = 'Reconnecting… We could not check whether you are signed in. Is the server running? We keep asking.'
    alertFailed(said, 'Auth check failed')
    return () => {
      backoff.reset()
      withdrawFailure('Auth check failed')
    }
  }, [isUnanswered, backoff])

  useEffect(() => {
    if (failedAt === undefined) return
    const timer = setTimeout(refetch, backoff.next())
    return () => clearTimeout(timer)
  }, [failedAt, backoff, refetch])

  return data
}

/** Nothing of whoever was here may show any more, not even an answer that is still on its way. */
async function forgetAnswers(client: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
  await client.cancelQueries({ predicate })
  client.removeQueries({ predicate })
  resetUserCells()
}

/**
 * Nobody is signed in any more. The session itself stays in the cache and is only emptied: whoever looks at a query that
 * was removed is not told what comes after it.
 */
export async function forgetUser(client: QueryClient) {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  await forgetAnswers(client)
  client.setQueryData(sessionQuery.queryKey, null)
}

/** Puts a changed user where every screen reads it. */
export function useSetUser() {
  const client = useQueryClient()
  return (user: User) =>
    client.setQueryData<SessionState | null>(sessionQuery.queryKey, (session) =>
      session ? { ...session, user } : session,
    )
}

/** What failed about signing in, by either form: taken away by the next try of any. */
export const signInFailure = 'Sign-in error'

const notKept = 'Your browser did not keep the session. Open Taskdeck at its https address, and allow its cookies.'

function useSignIn<I>(send: (input: I) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    meta: { failure: signInFailure },
    // Asks who it is now, so that the next screen need not wait.
    onSuccess: async () => {
      await forgetUser(client)
      const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
      if (session === null) alertFailed(notKept, signInFailure)
    },
  })
}

export const useLogin = () =>
  useSignIn((body: Input<typeof accountCalls.login>['body']) => call(accountCalls.login, { body }))
export const useSignup = () =>
  useSignIn((body: Input<typeof accountCalls.signup>['body']) => call(accountCalls.signup, { body }))

/** Signs out and leaves the screen; forgets the user only there, because a protected screen would lead to the sign-in. */
export function useLogout(leave: () => void | Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(accountCalls.logout),
    onSettled: async (_answer, error) => {
      await leave()
      if (error) return
      await forgetUser(client)
      removeSavedState()
    },
  })
}
