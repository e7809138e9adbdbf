import { type Claim, isHeld } from '../claims.ts'
import { plainName } from '../plain-names.ts'
import { isAgentVia, linkOfVia, tokenOfVia } from '../via.ts'

/** The name of a holder: `You`, `codex`. */
export function nameOfHolder(by: string): string {
  const link = linkOfVia(by)
  if (link !== undefined) return `Someone with the link “${plainName(link)}”`
  const token = tokenOfVia(by)
  return token === undefined ? 'You' : plainName(token)
}

/** The holder of a claim: `You`, `laptop-cli`, `codex (agent)`. */
export const holderInWords = (by: string): string => `${nameOfHolder(by)}${isAgentVia(by) ? ' (agent)' : ''}`

/** A duration: `18 min`, `90 min`, `3 h`, `2 d`. Begun hours and days are not counted. */
export function durationInWords(milliseconds: number): string {
  const minutes = Math.max(1, Math.round(milliseconds / 60_000))
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / (24 * 60))]
  if (minutes < 120 && minutes !== 60) return `${minutes} min`
  return days < 2 ? `${hours} h` : `${days} d`
}

const between = (from: string, to: string) => durationInWords(Date.parse(to) - Date.parse(from))

/** How long a claim lasts, or how long ago it has run out: `18 min left`, `ended 12 min ago`. */
export const timeOfClaim = (claim: Claim, now: string): string =>
  isHeld(claim, now) ? `${between(now, claim.until)} left` : `ended ${between(claim.until, now)} ago`

const isOfOwner = ({ by }: Claim) => tokenOfVia(by) === undefined

/** A claim in one line: `Held by codex (agent), 18 min left`, `Claim of codex (agent) ended 12 min ago`. */
export function claimInWords(claim: Claim, now: string): string {
  if (!isOfOwner(claim)) return claimForProgram(claim, now)
  return `${isHeld(claim, now) ? 'Held by you,' : 'Your claim'} ${timeOfClaim(claim, now)}`
}

/** The holder in words for a program, to which "you" would be itself: `the owner`, `codex (agent)`. */
export const holderForProgram = (by: string): string =>
  tokenOfVia(by) === undefined && linkOfVia(by) === undefined ? 'the owner' : holderInWords(by)

/** A claim in one line for a program: `Held by the owner, 18 min left`. */
export function claimForProgram(claim: Claim, now: string): string {
  const holder = holderForProgram(claim.by)
  return `${isHeld(claim, now) ? `Held by ${holder},` : `Claim of ${holder}`} ${timeOfClaim(claim, now)}`
}

/** The same for a narrow screen: `codex holds this, 18 min left`. */
export function claimInFewWords(claim: Claim, now: string): string {
  if (!isHeld(claim, now)) return claimInWords(claim, now)
  return `${isOfOwner(claim) ? 'You hold' : `${nameOfHolder(claim.by)} holds`} this, ${timeOfClaim(claim, now)}`
}
