import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { useFollowKeptSession, usePatientSession } from '../accounts/session.ts'
import { useOwedSignOut } from '../accounts/sign-out.ts'
import { listenForSignOut } from '../ui/client-state.ts'
import { NavBar } from './nav-bar.tsx'
import { scrollPlace, useScrollPosition } from './scroll-position.ts'
import { useServiceWorker } from './service-worker.ts'
import classes from './shell.module.css'

/** The frame of every screen. */
export function Shell() {
  const session = usePatientSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const theme = session?.preferences.theme
  // Setting the theme styles the whole page anew, so it is set only if it changes.
  const show = useEffectEvent((wanted: typeof colorScheme) => {
    if (wanted !== colorScheme) setColorScheme(wanted)
  })
  // Mantine stores the theme in this browser. The account's preference overrides it once it is known.
  useEffect(() => {
    if (theme) show(theme)
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
