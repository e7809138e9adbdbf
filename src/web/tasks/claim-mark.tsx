import { type Claim, isDoubtful, isHeld, isRecent } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { tokenOfVia } from '../../contract/via.ts'
import { claimInWords, nameOfHolder, timeOfClaim } from '../../contract/words/claim-words.ts'
import { TerminalIcon, UserIcon } from '../ui/icons.tsx'
import classes from './claim-mark.module.css'
import marks from './marks.module.css'
import { useNow } from './today.ts'

/** The holder of a task and the time that is left, if somebody holds it or its claim has run out within a day. */
export function ClaimMark({ task: { claim, status } }: { task: Task }) {
  return claim && status !== 'Completed' ? <Mark claim={claim} /> : null
}

function Mark({ claim }: { claim: Claim }) {
  const now = useNow()
  if (!isRecent(claim, now)) return null
  const words = claimInWords(claim, now)
  return (
    <span
      className={`${marks.fact} ${classes.claim}`}
      data-mark="claim"
      data-stale={!isHeld(claim, now) || undefined}
      data-doubtful={isDoubtful(claim, now) || undefined}
      title={words}
    >
      {tokenOfVia(claim.by) === undefined ? <UserIcon size={14} /> : <TerminalIcon size={14} />}
      <span aria-hidden="true">
        <bdi>{nameOfHolder(claim.by)}</bdi> · {timeOfClaim(claim, now)}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
