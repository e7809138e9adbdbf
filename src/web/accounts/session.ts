import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { accountCalls } from '../../contract/accounts.ts'
import { CallError, call } from '../../contract/client.ts'
import type { Input, Output } from '../../contract/endpoint.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'

export type SessionState = Output<typeof accountCalls.verify>

/** Who is signed in: asked once when the app opens, and again in the background whenever a protected screen is entered. */
export const sessionQuery = queryOptions<SessionState | null>({
  queryKey: ['session'],
  queryFn: checkSession,
  staleTime: 30_000,
  retry: false,
})

async function checkSession({ client }: QueryFunctionContext): Promise<SessionState | null> {
  try {
    const session = await call(accountCalls.verify)
    noteAnswer(client)
    return session
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_signed_in') {
      noteAnswer(client)
      await forgetAnswers(client)
    } else {
      noteSilence(client, error)
    }
    return null
  }
}

/** Whether the last check got no answer, so that nobody is signed in as far as is known. */
const silenceQuery = queryOptions({
  queryKey: [...sessionQuery.queryKey, 'silence'],
  queryFn: () => false,
  initialData: false,
  enabled: false,
})

export const isSilent = (client: QueryClient) => client.getQueryData(silenceQuery.queryKey) ?? false

function noteAnswer(client: QueryClient) {
  client.setQueryData(silenceQuery.queryKey, false)
  withdrawFailure('Auth check failed')
}

function noteSilence(client: QueryClient, error: unknown) {
  console.error('Auth check failed', error)
  const said = 'We could not check whether you are signed in. Is the server running? We keep asking.'
  if (!isSilent(client)) alertFailed(said, 'Auth check failed')
  client.setQueryData(silenceQuery.queryKey, true)
}

export function useSession() {
  const { data, isPending } = useQuery(sessionQuery)
  return { session: data ?? null, user: data?.user ?? null, isPending }
}

const askAgainAfter = 4_000

/** The session, asked for again as long as there was no answer. */
export function usePatientSession() {
  const { data: silent } = useQuery(silenceQuery)
  const again = { refetchInterval: askAgainAfter, refetchOnWindowFocus: 'always' } as const
  return useQuery({ ...sessionQuery, ...(silent ? again : {}) }).data
}

/** Nothing of whoever was here may show any more, not even an answer that is still on its way. */
async function forgetAnswers(client: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
  await client.cancelQueries({ predicate })
  client.removeQueries({ predicate })
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
      const session = await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (!session && !isSilent(client)) alertFailed(notKept, signInFailure)
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
      if (!error) await forgetUser(client)
    },
  })
}
