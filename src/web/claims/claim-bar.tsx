import { isHeld, isRecent } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { claimInFewWords, claimInWords } from '../../contract/words/claim-words.ts'
import { useIsAway } from '../live/state.ts'
import { useNow } from '../tasks/today.ts'
import { Button } from '../ui/button.tsx'
import { TerminalIcon, UserIcon } from '../ui/icons.tsx'
import { useMediaQuery } from '../ui/use-window.ts'
import classes from './claim-bar.module.css'
import { useClaims } from './use-claims.ts'
import { useTakeOver } from './use-take-over.ts'

/** Says on the page of a task who holds it, and lets the person take over or release it. */
export function ClaimBar({ task }: { task: Task }) {
  const now = useNow()
  const claim = useClaims()
  const takeOver = useTakeOver()
  const isAway = useIsAway()
  const isNarrow = useMediaQuery('(max-width: 991.98px)')
  const { claim: present } = task
  if (!present || task.status === 'Completed' || !isRecent(present, now)) return null
  const isLive = isHeld(present, now)
  const canTakeOver = isLive && present.by !== 'session'
  return (
    <div className={classes.bar} data-stale={!isLive || undefined} data-claim>
      {present.by === 'session' ? <UserIcon size={16} /> : <TerminalIcon size={16} />}
      <span className={classes.words} dir="auto">
        {isNarrow ? claimInFewWords(present, now) : claimInWords(present, now)}
      </span>
      {canTakeOver && (
        <Button
          variant={isNarrow ? 'subtle' : 'default'}
          size="small"
          disabled={isAway}
          title={isAway ? 'Needs the server' : undefined}
          onClick={() => void takeOver(task)}
        >
          Take over
        </Button>
      )}
      {/* A narrow bar has room for one button. The menu of the task has the other. */}
      {!(isNarrow && canTakeOver) && (
        <Button variant="subtle" size="small" tone="neutral" onClick={() => claim([task], null)}>
          {isLive ? 'Release' : 'Dismiss'}
        </Button>
      )}
    </div>
  )
}
