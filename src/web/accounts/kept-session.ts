import type { SessionState } from './session.ts'

const key = 'taskdeck-session'

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

/** Keeps the session, or forgets it. A browser that does not allow it asks the server first, as without this. */
export function keepSession(session: SessionState | undefined) {
  try {
    if (!session) return localStorage.removeItem(key)
    const kept: Kept = { session, endsAt: Date.now() + session.expiresInMs }
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {}
}
