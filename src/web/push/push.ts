import { wayCalls } from '../../contract/calls/ways.ts'
import { CallError, call } from '../../contract/client.ts'
import type { Way } from '../../contract/schemas/ways.ts'

/** Whether this browser can be notified: `ask` if the user has not decided yet. */
export type PushState = 'unsupported' | 'ask' | 'granted' | 'denied'

export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'default' ? 'ask' : Notification.permission
}

/** Asks for the permission if need be, subscribes this browser, and registers it. Undefined if the user has refused. */
export async function allowPush(publicKey: string): Promise<Way | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const registered =
    (await navigator.serviceWorker.getRegistration()) ?? (await navigator.serviceWorker.register('./sw.js'))
  const registration = registered.active ? registered : await navigator.serviceWorker.ready
  return register(await subscribed(registration, publicKey), true)
}

/** Subscribes with the key of this server. A subscription with another key is of no use to it. */
async function subscribed({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const known = await pushManager.getSubscription()
  const key = known?.options.applicationServerKey
  if (known && (!key || base64url(key) === publicKey)) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

async function register(subscription: PushSubscription, turnOn: boolean): Promise<Way> {
  const keyOf = (name: PushEncryptionKeyName) => base64url(subscription.getKey(name) ?? new ArrayBuffer(0))
  const body = { endpoint: subscription.endpoint, p256dh: keyOf('p256dh'), auth: keyOf('auth'), turnOn }
  return (await call(wayCalls.subscribe, { body })).way
}

/** At every start: browsers change subscriptions without a word. One that does not belong to the user ends. */
export async function renewPush(registration: ServiceWorkerRegistration) {
  // Actions in notifications that could not be sent without the network.
  registration.active?.postMessage('send actions')
  const known = pushState() === 'granted' ? await registration.pushManager.getSubscription() : null
  if (!known) return
  try {
    const { publicKey } = await call(wayCalls.list)
    await register(await subscribed(registration, publicKey), false)
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') await known.unsubscribe()
    else throw error
  }
}

/** After signing out, nothing more arrives here. */
export async function endPush() {
  if (pushState() !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
