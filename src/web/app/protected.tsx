import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { sessionQuery } from '../accounts/session.ts'
import { type SentToSignIn, takeWantedPage } from '../accounts/wanted-page.ts'
import { useLive } from '../live/use-live.ts'
import { paths } from '../navigation/paths.ts'
import { Loading } from '../ui/loading.tsx'
import { CommandCenter } from './command-center.tsx'
import { applyEvents } from './live-events.ts'

/** Checks the session before it shows a screen. A visitor is sent to the sign-in screen, and returns afterwards. */
export function Protected() {
  const { data: session, isFetched, refetch } = useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  const location = useLocation()
  const navigate = useNavigate()
  const { state: leaving } = useNavigation()
  const isSignedIn = Boolean(session)
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  useLive({ isSignedIn, apply: applyEvents, onRefused: () => refetch() })

  useEffect(() => {
    const wanted = isSignedIn ? takeWantedPage() : undefined
    if (wanted) navigate(wanted, { replace: true })
  }, [isSignedIn, navigate])

  // During a navigation, such as the one after Logout, waits instead of redirecting to the sign-in screen.
  if (!isFetched || (!session && leaving !== 'idle')) return <Loading />
  if (!session) {
    const state: SentToSignIn = { from: location.pathname + location.search, wasSignedOut: wasSignedIn }
    return <Navigate to={paths.auth} replace state={state} />
  }
  return (
    <>
      {/* Mounted first, so that a screen's own handlers of commands take precedence. */}
      <CommandCenter session={session} />
      <Outlet context={session} />
    </>
  )
}
