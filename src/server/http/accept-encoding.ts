import type { Coding } from '../answers/json-answer.ts'

export interface Accepted {
  /** The best coding for the client, unless it prefers an uncompressed response or knows no coding of ours. */
  coding: Coding | undefined
  /** Whether the client refuses uncompressed responses, however small. */
  refusesIdentity: boolean
}

/** The codings by our preference. */
const codings: Coding[] = ['zstd', 'br', 'gzip']

/**
 * Chooses a coding for an `Accept-Encoding` header (RFC 9110, 12.5.3): the one with the highest weight, and of several the first by our
 * preference. Malformed elements of the header are ignored.
 */
export function acceptedCoding(header: string): Accepted {
  const weights = weightsIn(header)
  const other = weights.get('*')
  const identity = weights.get('identity') ?? other
  let coding: Coding | undefined
  // A client that does not mention uncompressed responses accepts them, and prefers any coding that it lists.
  let best = weights.get('identity') ?? 0
  for (const candidate of codings) {
    const weight = weights.get(candidate) ?? other ?? 0
    if (weight > best || (weight === best && weight > 0 && !coding)) {
      coding = candidate
      best = weight
    }
  }
  return { coding, refusesIdentity: identity === 0 }
}

const element = /^(?<name>[\w!#$%&'*+.^`|~-]+)(?:\s*;\s*q=(?<weight>0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const text of header.toLowerCase().split(',')) {
    const { name, weight = '1' } = element.exec(text.trim())?.groups ?? {}
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight))
  }
  return weights
}
