import {
  type QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountCalls } from '../../contract/calls/accounts.ts'
import { CallError, call, notTaskdeck } from '../../contract/client.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import { isKept } from '../deck/kept.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { createBackoff } from '../ui/backoff.ts'
import { resetUserCells } from '../ui/client-state.ts'
import { keepSession, onKeptSession, readKeptSession, type SessionState, updateKeptSession } from './kept-session.ts'
import { owesSignOut } from './owed-sign-out.ts'

/**
 * The session: checked when the app opens, and again in the background whenever a protected screen is entered. Null only if Taskdeck itself
 * says that nobody is signed in. A check without an answer fails, and keeps the previous session.
 */
export const sessionQuery = queryOptions<SessionState | null>({
  queryKey: ['session'],
  queryFn: checkSession,
  // The last session is assumed to continue until the server has answered.
  initialData: readKeptSession,
  initialDataUpdatedAt: 0,
  staleTime: 30_000,
  retry: false,
})

/** Short, because a screen waits for the answer. */
export const maxSilenceMs = 10_000

async function checkSession({ client, signal }: QueryFunctionContext): Promise<SessionState | null> {
  if (owesSignOut()) {
    await forgetData(client)
    return null
  }
  try {
    const session = await call(accountCalls.verify, {}, { maxSilenceMs })
    if (!session.user) throw new CallError(0, 'network', notTaskdeck)
    if (!signal.aborted) keepSession(isKept() ? session : undefined)
    return session
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_signed_in') {
      await forgetData(client)
      return null
    }
    console.error('Auth check failed', error)
    throw error
  }
}

export function useSession() {
  // A repeated check is pending again after a failure, but must not hide a screen that is already shown: so isFetched, not isPending.
  const { data, isFetched, dataUpdatedAt } = useQuery(sessionQuery)
  return {
    session: data ?? null,
    user: data?.user ?? null,
    isPending: !isFetched && !data,
    /** Whether the server has confirmed it. A session that is kept on this device may have ended. */
    isConfirmed: dataUpdatedAt > 0,
  }
}

/** The session. If no session is known and the last check got no answer, shows a message and keeps checking. */
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
    const message =
      'Reconnecting… Could not check whether you are signed in. Is the server running? Taskdeck keeps trying.'
    alertFailed(message, 'Auth check failed')
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

/** Forgets all data of the user, also responses that are still on their way. */
async function forgetData(client: QueryClient) {
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== sessionQuery.queryKey[0]
  await client.cancelQueries({ predicate })
  client.removeQueries({ predicate })
  keepSession(undefined)
  resetUserCells()
}

/**
 * Ends the session in this tab. The session query is set to null instead of removed, because observers of a removed query are not notified
 * of its next value.
 */
export async function forgetUser(client: QueryClient) {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  // First, because a query that is still in use would fetch the forgotten data again.
  client.setQueryData(sessionQuery.queryKey, null)
  await forgetData(client)
}

/** Keeps every change of the user and the preferences on this device, and takes over those of other tabs. */
export function useFollowKeptSession() {
  const client = useQueryClient()
  useEffect(() => {
    const isSession = (key: readonly unknown[]) => key[0] === sessionQuery.queryKey[0]
    const known = () => client.getQueryData<SessionState | null>(sessionQuery.queryKey)
    let last = known()
    const stopKeeping = client.getQueryCache().subscribe(({ type, query }) => {
      if (type !== 'updated' || !isSession(query.queryKey)) return
      const session = known()
      // The end of a check is no change: keeping the session then would undo a change that another tab has just made.
      if (session && session !== last) updateKeptSession(session)
      last = session
    })
    const stopFollowing = onKeptSession(() => {
      const kept = readKeptSession()
      if (kept && kept.user._id === known()?.user._id) void changeSession(client, () => kept)
    })
    return () => {
      stopKeeping()
      stopFollowing()
    }
  }, [client])
}

/** Changes the session that every screen reads. The answer to a check that is on its way may be older than the change, and is ignored. */
export async function changeSession(client: QueryClient, change: (session: SessionState) => SessionState) {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  client.setQueryData<SessionState | null>(sessionQuery.queryKey, (session) => (session ? change(session) : session))
}

/** Updates the user in the session. */
export function useSetUser() {
  const client = useQueryClient()
  return (user: User) => changeSession(client, (session) => ({ ...session, user }))
}
