import type { accountCalls } from '../../contract/calls/accounts.ts'
import type { Output } from '../../contract/endpoint.ts'
import { isKept } from '../deck/kept.ts'

export type SessionState = Output<typeof accountCalls.verify>

const key = 'taskdeck-session'
const settingsPrefix = 'taskdeck-settings-'

interface Kept {
  session: SessionState
  /** When the session ends, by the clock of this device. */
  endsAt: number
}

/**
 * The user and preferences of the last session on this device, without its secret: enough to show the kept tasks before the server answers.
 * Undefined after the session has expired.
 */
export function readKeptSession(): SessionState | undefined {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept && kept.endsAt > Date.now() ? kept.session : undefined
  } catch {
    return undefined
  }
}

/** Keeps the session, or forgets it with all kept settings. If the browser does not allow storage, the next start asks the server first. */
export function keepSession(session: SessionState | undefined) {
  try {
    if (!session) {
      for (const name of Object.keys(localStorage)) {
        if (name === key || name.startsWith(settingsPrefix)) localStorage.removeItem(name)
      }
      return
    }
    const kept: Kept = { session, endsAt: Date.now() + session.expiresInMs }
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {}
}

/** Replaces the user and the preferences of the kept session. It still ends at the same time. */
export function updateKeptSession(session: SessionState) {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (kept) localStorage.setItem(key, JSON.stringify({ ...kept, session }))
  } catch {}
}

/** Calls the listener when another tab has changed the kept session. Returns the function that ends it. */
export function onKeptSession(listener: () => void): () => void {
  const follow = ({ key: changed }: StorageEvent) => {
    if (changed === key) listener()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** Data of a user other than tasks, such as the saved views, that a start without the server shows. Kept as long as the session is. */
export function keptSettings<T>(name: string) {
  const nameOf = (owner: string) => `${settingsPrefix}${name}-${owner}`
  return {
    read(owner: string): T | undefined {
      try {
        return JSON.parse(localStorage.getItem(nameOf(owner)) ?? 'null') ?? undefined
      } catch {
        return undefined
      }
    },
    /** Does nothing if the user keeps nothing on this device, or the browser does not allow it. */
    keep(owner: string, value: T) {
      try {
        if (isKept()) localStorage.setItem(nameOf(owner), JSON.stringify(value))
      } catch {}
    },
  }
}
