import type { Location } from 'react-router'

const key = 'taskdeck-wanted-page'

/** What somebody takes along who is sent to sign in. */
export interface SentToSignIn {
  /** The page that they wanted. */
  from: string
  /** They were signed in a moment ago. */
  signedOut: boolean
}

const sent = ({ state }: Location) => (state ?? {}) as Partial<SentToSignIn>

/** The page that somebody wanted before they were sent to sign in. */
export const wantedPage = (location: Location) => sent(location).from

export const wasSignedOut = (location: Location) => sent(location).signedOut ?? false

/** Google takes the browser away from the app; the wanted page waits in this tab. */
export function keepWantedPage(path: string | undefined) {
  if (path) sessionStorage.setItem(key, path)
  else sessionStorage.removeItem(key)
}

/** The page that was kept, once. */
export function takeWantedPage(): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  return path
}
