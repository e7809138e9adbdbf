import { gitLimits } from '../../contract/git.ts'

/** An address that a browser may open: http or https, without a name and a password. */
export function webUrl(text: string): string | null {
  const url = text.length <= gitLimits.url ? URL.parse(text) : null
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && !url.username ? url.href : null
}

/** The full hash of a commit. */
export const hashForm = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/
