import { useEffect } from 'react'
import { overlays, pieces, screens } from './parts.ts'

/** What is on the screen comes first. */
const patience = 2_000

/** Loads every part while the browser has nothing else to do, so that none is missing when the connection is. */
export function useLoadAll(signedIn: boolean) {
  useEffect(() => {
    if (!signedIn) return
    const timer = setTimeout(loadAll, patience)
    window.addEventListener('online', loadAll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', loadAll)
    }
  }, [signedIn])
}

async function loadAll() {
  for (const load of [overlays, pieces, screens].flatMap((parts) => Object.values<() => Promise<unknown>>(parts))) {
    await idle()
    // What does not arrive now is asked for again when it is wanted, and says so then.
    await load().catch(() => {})
  }
}

/** A device that is busy all the time loads the parts as well, only later. */
const maxIdleWaitMs = 1_000

function idle() {
  return new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: maxIdleWaitMs }) : setTimeout(resolve),
  )
}
