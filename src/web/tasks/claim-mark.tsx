import { type Claim, isHeld } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { claimInWords, holderInWords, timeOfClaim } from '../../contract/words/claim-words.ts'
import { UserIcon } from '../ui/icons.tsx'
import classes from './claim-mark.module.css'
import marks from './marks.module.css'
import { useNow } from './today.ts'

/** The holder of a task and the time that is left, if somebody holds it or its claim has run out. */
export function ClaimMark({ task: { claim, status } }: { task: Task }) {
  return claim && status !== 'Completed' ? <Mark claim={claim} /> : null
}

function Mark({ claim }: { claim: Claim }) {
  const now = useNow()
  const words = claimInWords(claim, now)
  return (
    <span
      className={`${marks.fact} ${classes.claim}`}
      data-mark="claim"
      data-stale={!isHeld(claim, now) || undefined}
      title={words}
    >
      <UserIcon size={14} />
      <span aria-hidden="true">
        <bdi>{holderInWords(claim.by)}</bdi> {timeOfClaim(claim, now)}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
