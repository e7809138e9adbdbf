import { Button, Popover, Text } from '@mantine/core'
import { useLocation } from 'react-router'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { useSession } from '../accounts/session.ts'
import type { Change } from '../deck/change.ts'
import { discardChange, sendWaiting, useDeck } from '../deck/current-deck.ts'
import { timeAgo } from '../ui/time-ago.ts'
import { conflictsOf, wordsOf } from './change-words.ts'
import { decisionsFor } from './decisions.ts'
import classes from './waiting-changes.module.css'

/** Says how many changes wait for the server or for a decision, and lists them. Nothing is shown while changes are sent at once. */
export function WaitingChanges() {
  const { changes, isWaiting } = useDeck()
  const { session } = useSession()
  const { pathname } = useLocation()
  const listed = isWaiting ? changes : changes.filter(({ problem }) => problem)
  const undecided = changes.filter(({ problem }) => problem).length
  if (!listed.length || !session) return null
  const label = undecided
    ? `${counted(undecided)} ${undecided === 1 ? 'needs' : 'need'} you`
    : `${counted(listed.length)} waiting`
  return (
    // Another screen closes the list.
    <Popover key={pathname} position="bottom-end" width={364} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.mark} data-undecided={undecided > 0 || undefined}>
          {label}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.list}>
        <div className={classes.head}>
          <Text fw={600}>{isWaiting ? 'The server cannot be reached' : 'Please decide'}</Text>
          <Text size="sm" c="dimmed">
            {isWaiting
              ? 'Keep working. Your changes are kept on this device and are sent in this order when the server is back.'
              : 'The server has not accepted these changes. All others were sent.'}
          </Text>
        </div>
        <ul className={classes.changes} aria-label="Waiting changes">
          {listed.map((change) => (
            <WaitingChange key={change.id} change={change} dateStyle={session.preferences.dateStyle} />
          ))}
        </ul>
        {isWaiting && (
          <div className={classes.foot}>
            <Button size="xs" variant="default" onClick={sendWaiting}>
              Try now
            </Button>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const counted = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

function WaitingChange({ change, dateStyle }: { change: Change; dateStyle: Preferences['dateStyle'] }) {
  const { byId } = useDeck()
  const { about, effect } = wordsOf(change, byId, dateStyle)
  const conflicts = conflictsOf(change, dateStyle)
  return (
    <li className={classes.change}>
      <div className={classes.words}>
        <b>{about}</b>
        <span>
          {effect} · <time dateTime={change.at}>{timeAgo(change.at)}</time>
        </span>
        {change.problem && !conflicts.length && (
          <span className={classes.problem}>{change.problem.message || 'The server gave no reason.'}</span>
        )}
        {conflicts.map((words) => (
          <span key={words} className={classes.problem}>
            {words}
          </span>
        ))}
      </div>
      <div className={classes.actions}>
        {decisionsFor(change).map(({ label, decide }) => (
          <Button key={label} size="compact-xs" variant="default" onClick={() => decide(change)}>
            {label}
          </Button>
        ))}
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => discardChange(change)}
          aria-label={`Discard: ${about}`}
        >
          Discard
        </Button>
      </div>
    </li>
  )
}
