import { isHeld } from '../../contract/claims.ts'
import type { Task } from '../../contract/schemas/tasks.ts'
import { claimInWords, holderInWords } from '../../contract/words/claim-words.ts'
import { useNow } from '../tasks/today.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { UserIcon } from '../ui/icons.tsx'
import classes from './claim-bar.module.css'
import { useClaims } from './use-claims.ts'

/** Says on the page of a task who holds it, and lets the person take over or release it. */
export function ClaimBar({ task }: { task: Task }) {
  const now = useNow()
  const claim = useClaims()
  const { claim: present } = task
  if (!present || task.status === 'Completed') return null
  const isLive = isHeld(present, now)
  const isYours = present.by === 'session'
  const takeOver = async () => {
    const name = holderInWords(present.by)
    const question = `${name} is told and stops. Take over?`
    if (await confirm({ question, action: 'Take over' })) claim([task], 'session')
  }
  return (
    <div className={classes.bar} data-stale={!isLive || undefined} data-claim>
      <UserIcon size={16} />
      <span className={classes.words} dir="auto">
        {claimInWords(present, now)}
      </span>
      {isLive && !isYours && (
        <Button variant="subtle" size="small" onClick={takeOver}>
          Take over
        </Button>
      )}
      <Button variant="subtle" size="small" tone="neutral" onClick={() => claim([task], null)}>
        {isLive ? 'Release' : 'Dismiss'}
      </Button>
    </div>
  )
}
