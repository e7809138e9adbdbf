import type { Location } from 'react-router'

const key = 'taskdeck-wanted-page'

/** The page that somebody wanted before they were sent to sign in. */
export function wantedPage(location: Location): string | undefined {
  const from = (location.state as { from?: unknown } | null)?.from
  return typeof from === 'string' ? from : undefined
}

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
