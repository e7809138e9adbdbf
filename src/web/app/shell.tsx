import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useFollowKeptSession, usePatientSession } from '../accounts/session.ts'
import { useOwedSignOut } from '../accounts/sign-out.ts'
import { listenForSignOut } from '../ui/client-state.ts'
import { NavBar } from './nav-bar.tsx'
import { scrollPlace, useScrollPosition } from './scroll-position.ts'
import { useServiceWorker } from './service-worker.ts'
import classes from './shell.module.css'
import { setTheme } from './theme.ts'

/** The frame of every screen. */
export function Shell() {
  const session = usePatientSession()
  const theme = session?.preferences.theme
  // The theme of this browser is shown first. The account's preference overrides it once it is known.
  useEffect(() => {
    if (theme) setTheme(theme)
  }, [theme])

  useEffect(listenForSignOut, [])
  useFollowKeptSession()
  useOwedSignOut()
  useServiceWorker(Boolean(session))
  useScrollPosition()

  return (
    <>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <NavBar />
      <main className={classes.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration getKey={scrollPlace} />
    </>
  )
}
