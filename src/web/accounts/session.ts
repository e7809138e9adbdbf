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
import { isKept } from '../deck/kept.ts'
import { alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { createBackoff } from '../ui/backoff.ts'
import { removeSavedState, resetUserCells } from '../ui/client-state.ts'
import { deviceTimeZone } from './device-time-zone.ts'
import { keepSession, onKeptSession, readKeptSession, updateKeptSession } from './kept-session.ts'
import { followOwedSignOut, forgetOwedSignOut, oweSignOut, owesSignOut, settleSignOut } from './owed-sign-out.ts'

export type SessionState = Output<typeof accountCalls.verify>

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
const maxSilenceMs = 10_000

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
  await forgetData(client)
  client.setQueryData(sessionQuery.queryKey, null)
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

/** The name of a failure of either form. The next attempt with any form removes its message. */
export const signInFailure = 'Sign-in error'

const notKept = 'Your browser did not keep the session. Open Taskdeck at its https address and allow its cookies.'

function useSignIn<I>(send: (input: I) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (input: I) => {
      // Its answer removes the cookie, so it must not come after that of the sign-in.
      await settleSignOut()
      const answer = await send(input)
      forgetOwedSignOut()
      return answer
    },
    meta: { failure: signInFailure },
    // Loads the session now, so that the next screen need not wait for it.
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
  useSignIn((body: Input<typeof accountCalls.signup>['body']) =>
    call(accountCalls.signup, { body: { ...body, timeZone: deviceTimeZone() } }),
  )

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
