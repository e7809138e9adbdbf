import { plainName } from '../plain-names.ts'
import { isAgentVia, tokenOfVia } from '../via.ts'
import { webhookInWords } from './reference-words.ts'

/** The log outlives its tokens, and older versions allowed any name. */
function nameOf(via: string | null | undefined): string | undefined {
  const name = tokenOfVia(via)
  return name === undefined ? undefined : plainName(name)
}

/** How a change was made, if not in a browser: the name of a token, or `GitHub push`. */
const meansOf = (via: string | null | undefined) => nameOf(via) ?? webhookInWords(via ?? null)

/** The author of a change in words: `You`, `You via laptop-cli`, `You via laptop-cli (agent)`, `You via GitHub push`. */
export function authorInWords(name: string, via: string | null | undefined): string {
  const means = meansOf(via)
  return means === undefined ? name : `${name} via ${means}${isAgentVia(via) ? ' (agent)' : ''}`
}

/** How a change was made that is undone, to follow its effect; empty if it was made in a browser. */
export function madeInWords(via: string | null | undefined): string {
  const means = meansOf(via)
  return means === undefined ? '' : ` (made ${isAgentVia(via) ? 'by an agent ' : ''}via ${means})`
}
