import { useEffect } from 'react'
import { overlays, pieces, screens } from './parts.ts'

/** The current screen loads first. */
const startDelayMs = 2_000

/**
 * Loads all parts of the app while the browser is idle, so that they are available offline. A device that saves data loads each part
 * when it is needed.
 */
export function useLoadAll(signedIn: boolean) {
  useEffect(() => {
    if (!signedIn || savesData()) return
    const timer = setTimeout(loadAll, startDelayMs)
    window.addEventListener('online', loadAll)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', loadAll)
    }
  }, [signedIn])
}

/** Only Chromium tells; TypeScript does not know the property yet. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

async function loadAll() {
  for (const load of [overlays, pieces, screens].flatMap((parts) => Object.values<() => Promise<unknown>>(parts))) {
    await idle()
    // A part that fails now is loaded again when it is needed, and reports its failure then.
    await load().catch(() => {})
  }
}

/** A busy device loads the parts too, only later. */
const maxIdleWaitMs = 1_000

function idle() {
  return new Promise<unknown>((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve, { timeout: maxIdleWaitMs }) : setTimeout(resolve),
  )
}
