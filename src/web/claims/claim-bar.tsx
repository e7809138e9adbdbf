import { isHeld, isRecent } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { claimInWords } from '../../contract/words/claim-words.ts'
import { useIsAway } from '../live/state.ts'
import { useNow } from '../tasks/today.ts'
import { Button } from '../ui/button.tsx'
import { TerminalIcon, UserIcon } from '../ui/icons.tsx'
import classes from './claim-bar.module.css'
import { useClaims } from './use-claims.ts'
import { useTakeOver } from './use-take-over.ts'

/** Says on the page of a task who holds it, and lets the person take over or release it. */
export function ClaimBar({ task }: { task: Task }) {
  const now = useNow()
  const claim = useClaims()
  const takeOver = useTakeOver()
  const isAway = useIsAway()
  const { claim: present } = task
  if (!present || task.status === 'Completed' || !isRecent(present, now)) return null
  const isLive = isHeld(present, now)
  const isYours = present.by === 'session'
  return (
    <div className={classes.bar} data-stale={!isLive || undefined} data-claim>
      {isYours ? <UserIcon size={16} /> : <TerminalIcon size={16} />}
      <span className={classes.words} dir="auto">
        {claimInWords(present, now)}
      </span>
      {isLive && !isYours && (
        <Button
          variant="subtle"
          size="small"
          disabled={isAway}
          title={isAway ? 'Needs the server' : undefined}
          onClick={() => void takeOver(task)}
        >
          Take over
        </Button>
      )}
      <Button variant="subtle" size="small" tone="neutral" onClick={() => claim([task], null)}>
        {isLive ? 'Release' : 'Dismiss'}
      </Button>
    </div>
  )
}
