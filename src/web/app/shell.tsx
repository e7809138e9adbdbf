import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { usePatientSession } from '../accounts/session.ts'
import { listenForLogout } from '../ui/client-state.ts'
import { NavBar } from './nav-bar.tsx'
import { useServiceWorker } from './service-worker.ts'
import classes from './shell.module.css'

/** The frame of every screen. */
export function Shell() {
  const session = usePatientSession()
  const { setColorScheme } = useMantineColorScheme()
  const theme = session?.preferences.theme
  // Mantine stores the theme in this browser. The account's preference overrides it once it is known.
  useEffect(() => {
    if (theme) setColorScheme(theme)
  }, [theme, setColorScheme])

  useEffect(listenForLogout, [])
  useServiceWorker(Boolean(session))

  return (
    <>
      <button type="button" className={classes.skip} onClick={() => document.getElementById('main')?.focus()}>
        Skip to content
      </button>
      <NavBar />
      <main className={classes.main} id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
