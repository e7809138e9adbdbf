import { paths } from './paths.ts'

/**
 * Remembers the screen before a change is sent. Returns a function that says whether the user is still there, so that an answer that comes
 * late takes nobody away from another screen. The sign-in screen counts as well: it replaces a screen whose session has ended.
 */
export function rememberScreen(): () => boolean {
  const address = window.location.hash
  return () => [address, `#${paths.auth}`].includes(window.location.hash)
}
