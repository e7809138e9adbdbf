import { Outlet, ScrollRestoration } from 'react-router'
import { NavBar } from './nav-bar.tsx'
import classes from './shell.module.css'

/** What stands around every screen. */
export function Shell() {
  return (
    <>
      <NavBar />
      <main className={classes.main}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  )
}
