import type { Location } from 'react-router'
import { providerIds } from '../../contract/providers.ts'

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

/** Keeps the wanted page in this tab while the pages of a provider replace the app. */
export function keepWantedPage(path: string | undefined) {
  if (path) sessionStorage.setItem(key, path)
  else sessionStorage.removeItem(key)
}

/** Returns the kept page and removes it. A problem with a provider that stands in the present address is shown there. */
export function takeWantedPage(search: string): string | undefined {
  const path = sessionStorage.getItem(key) ?? undefined
  sessionStorage.removeItem(key)
  const parameters = new URLSearchParams(search)
  const provider = providerIds.find((id) => parameters.has(id))
  if (!path || !provider) return path
  return `${path}${path.includes('?') ? '&' : '?'}${provider}=${encodeURIComponent(parameters.get(provider) ?? '')}`
}
