import type { Claim } from '../claims.ts'
import { tokenOfVia } from '../via.ts'
import { durationInWords, holderInWords } from './claim-words.ts'

/** A change of a claim, after the name of the author of the change. */
export function claimChangeInWords(before: Claim | null | undefined, after: Claim | null, via: string | null): string {
  if (!after) return before ? `released it${isOther(before, via) ? ` from ${holderInWords(before.by)}` : ''}` : ''
  const time = durationInWords(after.minutes * 60_000)
  if (isOther(after, via)) return `handed it over to ${holderInWords(after.by)} for ${time}`
  if (before && isOther(before, via)) return `took it over from ${holderInWords(before.by)} for ${time}`
  return `claimed it for ${time}`
}

const isOther = ({ by }: Claim, via: string | null) => tokenOfVia(by) !== tokenOfVia(via)
