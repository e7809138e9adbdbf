import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { isTemporary } from '../../contract/client.ts'
import type { User } from '../../contract/schemas/accounts.ts'
import { refreshSession } from '../accounts/account.ts'
import { sessionQuery } from '../accounts/session.ts'
import { type SentToSignIn, takeWantedPage } from '../accounts/wanted-page.ts'
import { openDeck, useIsRead } from '../deck/current-deck.ts'
import { followKept, useKept } from '../deck/kept.ts'
import { refreshAll, refreshSettings } from '../live/live-queries.ts'
import { paths } from '../navigation/paths.ts'
import { LabelColours } from '../tasks/label-colours.tsx'
import { SwipeAction } from '../tasks/swipe-action.tsx'
import { Loading } from '../ui/loading.tsx'
import { followPrinting } from '../ui/printing.ts'
import { Frame } from '../views/frame.tsx'
import { loadSaveShown } from '../waiting/load-list.ts'
import { CommandCenter } from './command-center.tsx'
import { keepFirstScreen, removeFirstScreen } from './first-screen.ts'
import { applyEvents } from './live-events.ts'
import './print.css'

/** Checks the session before it shows a screen. A visitor is sent to the sign-in screen, and returns afterwards. */
export function Protected() {
  const { data: session, isFetched, refetch } = useQuery({ ...sessionQuery, refetchOnMount: 'always' })
  const location = useLocation()
  const navigate = useNavigate()
  const { state: leaving } = useNavigation()
  const isSignedIn = Boolean(session)
  const [wasSignedIn, setWasSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setWasSignedIn(true)
  const owner = session?.user._id
  useDeckOf(session?.user, isFetched, refetch)
  useEffect(followPrinting, [])
  // Once shown, a screen stays, also while another deck is opened.
  const isRead = useIsRead()
  const [wasRead, setWasRead] = useState(isRead)
  if (isRead && !wasRead) setWasRead(true)

  useEffect(() => (owner && wasRead ? keepFirstScreen(owner) : undefined), [owner, wasRead])
  useLayoutEffect(() => {
    if (wasRead || !isSignedIn) removeFirstScreen()
  }, [wasRead, isSignedIn])

  useEffect(() => {
    const wanted = isSignedIn ? takeWantedPage(location.search) : undefined
    if (wanted) navigate(wanted, { replace: true })
  }, [isSignedIn, navigate, location.search])

  // During a navigation, such as the one after Logout, waits instead of redirecting to the sign-in screen.
  if (!session && (!isFetched || leaving !== 'idle')) return <Loading />
  if (!session) {
    const state: SentToSignIn = { from: location.pathname + location.search, wasSignedOut: wasSignedIn }
    return <Navigate to={paths.auth} replace state={state} />
  }
  return (
    <LabelColours>
      {/* Mounted first, so that a screen's own handlers of commands take precedence. */}
      <CommandCenter session={session} />
      <SwipeAction />
      {wasRead && (
        <Frame>
          <Outlet context={session} />
        </Frame>
      )}
    </LabelColours>
  )
}

/** Keeps the deck of the signed-in user open, and what else is loaded up to date with its log. */
function useDeckOf(user: User | undefined, isChecked: boolean, checkSession: () => unknown) {
  const owner = user?._id
  const client = useQueryClient()
  const [checked] = useState(() => Promise.withResolvers<void>())
  if (isChecked) checked.resolve()
  const isKept = useKept()
  useEffect(followKept, [])
  const userNow = useEffectEvent(() => user ?? { username: '', email: '' })
  const onRefused = useEffectEvent(() => void checkSession())
  useEffect(() => {
    if (!owner) return
    let wasOpen = false
    return openDeck(owner, isKept, {
      onEvents: (events) => applyEvents(client, events),
      onReload: () => refreshAll(client),
      onSettings: () => {
        refreshSettings(client)
        refreshSession(client)
      },
      onOpen: () => {
        // Changes of settings are not numbered, so some may have been missed.
        refreshSettings(client)
        // The session was checked when the app opened.
        if (wasOpen) refreshSession(client)
        wasOpen = true
        void client.refetchQueries({ predicate: ({ state }) => isTemporary(state.error) })
      },
      onRefused: () => onRefused(),
      user: () => userNow(),
      loadSave: loadSaveShown,
      checked: checked.promise,
    })
  }, [client, owner, isKept, checked])
}
