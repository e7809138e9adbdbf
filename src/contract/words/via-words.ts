import { plainName } from '../plain-names.ts'
import { isAgentVia, isImportedVia, linkOfVia, originalVia, tokenOfVia, wayOfVia } from '../via.ts'
import { syncInWords, webhookInWords } from './reference-words.ts'

/** The log outlives its tokens, and older versions allowed any name. */
function nameOf(via: string | null | undefined): string | undefined {
  const name = tokenOfVia(via)
  return name === undefined ? undefined : plainName(name)
}

/** How a change was made, if not in a browser: the name of a token, `ntfy.sh/my-tasks`, `GitHub push` or `GitHub acme/app`. */
const meansOf = (via: string | null | undefined) =>
  nameOf(via) ?? wayOfVia(via) ?? webhookInWords(via ?? null) ?? syncInWords(via)

/** The author of an answer, who has no account: `someone with the link “Plan”`. */
export const readerInWords = (link: string): string => `someone with the link “${plainName(link)}”`

/** The author of a change in words: `You`, `You via laptop-cli`, `You via laptop-cli (agent)`, `You via GitHub push`, `You (imported)`. */
export function authorInWords(name: string, given: string | null | undefined): string {
  const via = originalVia(given)
  const link = linkOfVia(via)
  if (link !== undefined) return isImportedVia(given) ? `${readerInWords(link)} (imported)` : readerInWords(link)
  const means = meansOf(via)
  const author = means === undefined ? name : `${name} via ${means}${isAgentVia(via) ? ' (agent)' : ''}`
  return isImportedVia(given) ? `${author} (imported)` : author
}

/** How a change was made that is undone, to follow its effect; empty if it was made in a browser. */
export function madeInWords(via: string | null | undefined): string {
  const link = linkOfVia(via)
  if (link !== undefined) return ` (made by ${readerInWords(link)})`
  const means = meansOf(via)
  return means === undefined ? '' : ` (made ${isAgentVia(via) ? 'by an agent ' : ''}via ${means})`
}
