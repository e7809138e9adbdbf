import { afterWrite, type Claim, hasLost, isHeld, isSameHolder } from '../../contract/claims.ts'
import { AppError } from '../../contract/errors.ts'
import { isAgentVia, tokenOfVia } from '../../contract/via.ts'
import { durationInWords, holderInWords } from '../../contract/words/claim-words.ts'
import type { TaskRow } from '../database/schema.ts'
import type { Draft } from '../history/draft.ts'

type Held = Pick<TaskRow, 'id' | 'number' | 'claim'>

/** The claim that a task has, even if it has run out. */
export const claimOf = ({ claim }: Pick<TaskRow, 'claim'>): Claim | null => (claim === null ? null : JSON.parse(claim))

/**
 * The claim of a task after a write within a change, as its column stores it; undefined if it stays the same. Fails with `held` if somebody else
 * holds the task and the author respects that: agents do always, others if their call says so, and a holder from whom it was taken.
 */
export function claimAfter(draft: Pick<Draft, 'via' | 'at' | 'respectsClaims'>, row: Held): string | undefined {
  if (row.claim === null) return undefined
  const claim: Claim = JSON.parse(row.claim)
  const { via, at } = draft
  const isOther = !isSameHolder(claim.by, via)
  const mustYield = draft.respectsClaims || isAgentVia(via) || hasLost(claim, via)
  if (isOther && mustYield && isHeld(claim, at)) throw held(row, claim, at)
  const after = afterWrite(claim, { via, at })
  return after === claim ? undefined : JSON.stringify(after)
}

/** Refuses a call because somebody else holds a task. Only programs are refused what the owner holds. */
export function held({ id, number }: Pick<Held, 'id' | 'number'>, claim: Claim, now: string): AppError {
  const left = durationInWords(Date.parse(claim.until) - Date.parse(now))
  return new AppError(
    'held',
    `${tokenOfVia(claim.by) === undefined ? 'The owner' : holderInWords(claim.by)} holds task #${number} for ${left} more. Nothing was changed.`,
    {
      more: { task: id, number, claim },
    },
  )
}
