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
import { useLoadAll } from './load-all.ts'

/** Asks the server who is signed in before it shows a screen. A visitor goes to the sign-in, and comes back afterwards. */
export function Protected() {
  const { data: session, isFetched, refetch } = useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  const location = useLocation()
  const navigate = useNavigate()
  const { state: leaving } = useNavigation()
  const signedIn = Boolean(session)
  const [wasSignedIn, setWasSignedIn] = useState(signedIn)
  if (signedIn && !wasSignedIn) setWasSignedIn(true)
  useLive({ isSignedIn: signedIn, apply: applyEvents, onRefused: () => refetch() })
  useLoadAll(signedIn)

  useEffect(() => {
    const wanted = signedIn ? takeWantedPage() : undefined
    if (wanted) navigate(wanted, { replace: true })
  }, [signedIn, navigate])

  // Who is on the way elsewhere, as after signing out, arrives there and not at the sign-in.
  if (!isFetched || (!session && leaving !== 'idle')) return <Loading />
  if (!session) {
    const state: SentToSignIn = { from: location.pathname + location.search, signedOut: wasSignedIn }
    return <Navigate to={paths.auth} replace state={state} />
  }
  return (
    <>
      {/* First, so that what a screen does with a command goes before what is done everywhere. */}
      <CommandCenter session={session} />
      <Outlet context={session} />
    </>
  )
}
