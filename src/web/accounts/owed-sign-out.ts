import { accountCalls } from '../../contract/calls/accounts.ts'
import { call } from '../../contract/client.ts'
import { createBackoff } from '../ui/backoff.ts'

const key = 'taskdeck-owes-sign-out'
const maxSilenceMs = 10_000
const backoff = createBackoff(1_000, 30_000)
let timer: ReturnType<typeof setTimeout> | undefined
let settling: Promise<boolean> | undefined

/**
 * Whether the user has signed out in this browser while the server could not be reached. The session still exists there, and its cookie can be
 * removed only by the server: until then, nobody is signed in here.
 */
export function owesSignOut(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Remembers to end the session, in all tabs and after a restart of the browser. Throws if this browser stores nothing. */
export function oweSignOut() {
  localStorage.setItem(key, 'yes')
  void keepSettling()
}

/** A sign-in ends the session that the browser had before. */
export function forgetOwedSignOut() {
  if (owesSignOut()) localStorage.removeItem(key)
}

/** Ends the session at the server, if that is still to be done. Resolves to whether it is done. */
export function settleSignOut(): Promise<boolean> {
  if (!owesSignOut()) return Promise.resolve(true)
  settling ??= call(accountCalls.logout, {}, { maxSilenceMs })
    .then(
      () => {
        forgetOwedSignOut()
        return true
      },
      () => false,
    )
    .finally(() => {
      settling = undefined
    })
  return settling
}

/** Tries until the session has ended. */
async function keepSettling() {
  clearTimeout(timer)
  if (await settleSignOut()) backoff.reset()
  else timer = setTimeout(keepSettling, backoff.next())
}

/** Ends an owed session, and calls the listener when another tab has signed out without the server. Returns the function that ends it. */
export function followOwedSignOut(onOwed: () => void): () => void {
  const follow = ({ key: changed, newValue }: StorageEvent) => {
    if (changed === key && newValue) onOwed()
  }
  window.addEventListener('storage', follow)
  window.addEventListener('online', keepSettling)
  void keepSettling()
  return () => {
    window.removeEventListener('storage', follow)
    window.removeEventListener('online', keepSettling)
  }
}
