import { useLayoutEffect, useRef } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import type { Change } from '../deck/change.ts'
import { discardChange, sendWaiting, useDeck, useIsStored } from '../deck/current-deck.ts'
import type { Obstacle } from '../deck/view.ts'
import { Button } from '../ui/button.tsx'
import { wordsOf } from './change-words.ts'
import { saveShown } from './deck-file.ts'
import { Undecided, type UndecidedProps } from './undecided.tsx'
import classes from './waiting-list.module.css'

const obstacles: Record<Obstacle, { title: string; when: string }> = {
  unreachable: { title: 'The server cannot be reached', when: 'when the server is back' },
  'reads only': { title: 'The server can only be read at the moment', when: 'when its database accepts changes again' },
  failing: {
    title: 'The server has a problem with a change',
    when: 'after the first one, which is tried again. If it keeps failing, it is put aside',
  },
  full: { title: 'The disk of the server is full', when: 'when it has space again' },
}

export interface ListProps {
  changes: readonly Change[]
  /** Why they wait for the server; undefined if only the user has to decide. */
  obstacle: Obstacle | undefined
  dateStyle: Preferences['dateStyle']
}

/** The changes that wait, and what the user can do about them. */
export function WaitingList({ changes, obstacle, dateStyle }: ListProps) {
  const isStored = useIsStored()
  const { list, decide } = useFocusAfterDecision(changes)
  return (
    <>
      <div className={classes.head}>
        <p className="strong">{obstacle ? obstacles[obstacle].title : 'Please decide'}</p>
        <p className="muted">
          {obstacle
            ? `Keep working. Your changes are ${isStored ? 'kept on this device' : 'kept as long as this tab is open'} and are sent in this order ${obstacles[obstacle].when}.`
            : 'The server has not accepted these changes. All others were sent.'}
        </p>
      </div>
      <ul ref={list} className={classes.changes} aria-label="Waiting changes">
        {changes.map((change, index) => (
          <WaitingChange key={change.id} change={change} dateStyle={dateStyle} onDecide={(run) => decide(index, run)} />
        ))}
      </ul>
      {obstacle && (
        <div className={classes.foot}>
          <Button size="small" variant="default" onClick={sendWaiting}>
            Try now
          </Button>
          {!isStored && (
            <Button size="small" variant="default" onClick={saveShown}>
              Download
            </Button>
          )}
        </div>
      )}
    </>
  )
}

/** A decided change leaves the list, and its buttons with it. The next one gets the focus; after the last one, the screen. */
function useFocusAfterDecision(changes: readonly Change[]) {
  const list = useRef<HTMLUListElement>(null)
  const deciding = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (deciding.current === undefined || list.current?.contains(document.activeElement)) return
    const next = list.current?.children[Math.min(deciding.current, changes.length - 1)]
    next?.querySelector<HTMLElement>('input:checked, button')?.focus()
  }, [changes])
  useLayoutEffect(
    () => () => {
      if (deciding.current !== undefined) document.getElementById('main')?.focus({ preventScroll: true })
    },
    [],
  )
  const decide = async (index: number, run: () => Promise<void>) => {
    deciding.current = index
    await run()
    deciding.current = undefined
  }
  return { list, decide }
}

function WaitingChange({ change, dateStyle, onDecide }: UndecidedProps) {
  const { byId } = useDeck()
  const { about, effect } = wordsOf(change, byId, dateStyle)
  return (
    <li className={classes.change}>
      <div className={classes.words}>
        <b dir="auto">{about}</b>
        <span>
          <bdi>{effect}</bdi> · <time dateTime={change.at}>{timeAgo(change.at)}</time>
        </span>
        {change.problem && <Undecided change={change} dateStyle={dateStyle} onDecide={onDecide} />}
      </div>
      <Button
        className={classes.discard}
        size="tiny"
        variant="subtle"
        onClick={() => onDecide(() => discardChange(change))}
        aria-label={`Discard: ${about}`}
      >
        Discard
      </Button>
    </li>
  )
}
