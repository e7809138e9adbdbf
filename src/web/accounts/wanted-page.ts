import type { Location } from 'react-router'

const key = 'taskdeck-wanted-page'

/** The state of a redirect to the sign-in screen. */
export interface SentToSignIn {
  /** The page that the visitor wanted. */
  from: string
  /** Whether the session ended while the app was open. */
  wasSignedOut: boolean
}

const sent = ({ state }: Location) => (state ?? {}) as Partial<SentToSignIn>

/** The page that the visitor wanted before the redirect to the sign-in screen. */
export const wantedPage = (location: Location) => sent(location).from

export const wasSignedOut = (location: Location) => sent(location).wasSignedOut ?? false

/** Keeps the wanted page in this tab while Google's pages replace the app. */
export function keepWantedPage(path: string | undefined) {
  if (path) sessionStorage.setItem(key, path)
  else sessionStorage.removeItem(key)
}

/** Returns the kept page and removes it. A problem with Google that stands in the present address is shown there. */
export function takeWantedPage(search: string): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  const problem = new URLSearchParams(search).get('google')
  return path && problem ? `${path}${path.includes('?') ? '&' : '?'}google=${encodeURIComponent(problem)}` : path
}
