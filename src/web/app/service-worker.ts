import { useEffect } from 'react'
import { hasDraft } from '../quick-add/draft.ts'
import { alertOffer } from '../ui/alerts.tsx'
import { savesData } from '../ui/saves-data.ts'
import { hasTypedText } from '../ui/typed-text.ts'
import { hasOnlyHere, hasUnsaved } from '../ui/unsaved.ts'

/** The current screen loads first. */
const startDelayMs = 2_000
const checkEveryMs = 3_600_000

/**
 * Registers the service worker, which stores the app for use without the network, and offers new versions. A visitor and a device that saves
 * data do not download the whole app, but keep a worker that they already have.
 */
export function useServiceWorker(isSignedIn: boolean) {
  useEffect(() => {
    if (!import.meta.env.PROD || !isSupported()) return
    if (!navigator.serviceWorker.controller && (!isSignedIn || savesData())) return
    const timer = setTimeout(start, startDelayMs)
    return () => clearTimeout(timer)
  }, [isSignedIn])
}

/** Browsers have service workers only on https and on the same machine. */
const isSupported = () => 'serviceWorker' in navigator

let isStarted = false

async function start() {
  if (isStarted) return
  isStarted = true
  try {
    // A last worker has removed itself before it could tell this page: the app is at another address now.
    if (navigator.serviceWorker.controller && !(await navigator.serviceWorker.getRegistration())) return leave()
    const registration = await navigator.serviceWorker.register('./sw.js')
    const follow = () => registration.installing?.addEventListener('statechange', () => offerWaiting(registration))
    registration.addEventListener('updatefound', follow)
    // The browser may have found a version before.
    follow()
    void offerWaiting(registration)
    import('../push/push.ts')
      .then(({ renewPush }) => renewPush(registration))
      .catch((error: unknown) => console.warn('The subscription to push messages could not be renewed', error))
    const check = () => registration.update().catch(() => removeIfWithdrawn(registration))
    setInterval(check, checkEveryMs)
    await check()
  } catch (error) {
    console.warn('The app could not be stored for use without the network', error)
  }
}

/**
 * A version waits if an older one is in use. If it is the last one, because the app is at another address now, the page does not wait for it:
 * a browser may take minutes until it replaces a worker that is at work.
 */
async function offerWaiting(registration: ServiceWorkerRegistration) {
  const { waiting } = registration
  if (!waiting || !navigator.serviceWorker.controller) return
  if (await isWithdrawn()) {
    await remove(registration)
    leave()
  } else offerReload(() => waiting.postMessage('take over'))
}

function offerReload(reload: () => void) {
  const run = () => {
    if (hasText()) alertOffer('A new version is ready: save or discard your text first, then', { label: 'Reload', run })
    else reload()
  }
  alertOffer('A new version is ready:', { label: 'Reload', run })
}

/** Text, or changes that could not be stored, which a reload would lose. */
const hasText = () => hasUnsaved() || hasOnlyHere() || hasDraft() || hasTypedText()

/** Reloads the page, or offers that if it has text. */
function leave() {
  const reload = () => window.location.reload()
  if (hasText()) offerReload(reload)
  else reload()
}

/**
 * When a new version has taken over in any tab, reloads this one too, or offers that if it has text. Called before the page renders: a worker
 * can take over at any time.
 */
export function followTakeover() {
  if (!isSupported()) return
  const { serviceWorker } = navigator
  let hasController = Boolean(serviceWorker.controller)
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker has the version of this page.
    if (hasController) leave()
    hasController = true
  })
  // A last worker has removed itself. It may have taken over before this page listened, but its message waits for the page.
  serviceWorker.addEventListener('message', leave)
}

/** Whether the server has no worker for this address. Only the browser itself gets the last one. */
async function isWithdrawn(): Promise<boolean> {
  const status = await fetch('./sw.js', { cache: 'no-store' }).then(
    (response) => response.status,
    () => undefined,
  )
  return status === 404 || status === 410
}

async function remove(registration: ServiceWorkerRegistration) {
  await registration.unregister()
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(`${registration.scope} `)).map((name) => caches.delete(name)),
  )
}

/** A server without a worker, such as an older version, withdraws this one: otherwise it would serve its version of the app forever. */
async function removeIfWithdrawn(registration: ServiceWorkerRegistration) {
  if (!(await isWithdrawn())) return
  await remove(registration)
  offerReload(() => window.location.reload())
}
