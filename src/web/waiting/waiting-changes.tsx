import { Button, Text, VisuallyHidden } from '@mantine/core'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { timeAgo } from '../../contract/time-ago.ts'
import { useSession } from '../accounts/session.ts'
import type { Change } from '../deck/change.ts'
import { discardChange, sendWaiting, useDeck, useIsStored } from '../deck/current-deck.ts'
import { Panel } from '../ui/panel.tsx'
import { PartFailed, usePart } from '../ui/part.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { wordsOf } from './change-words.ts'
import { saveShown } from './deck-file.ts'
import type { UndecidedProps } from './undecided.tsx'
import classes from './waiting-changes.module.css'

let loaded: ComponentType<UndecidedProps> | undefined
async function loadUndecided() {
  loaded = (await import('./undecided.tsx')).Undecided
  return loaded
}

/** Says how many changes wait for the server or for a decision, and lists them. Nothing is shown while changes are sent at once. */
export function WaitingChanges() {
  const { changes, isWaiting } = useDeck()
  const { session } = useSession()
  const { pathname } = useLocation()
  const listed = isWaiting ? changes : changes.filter(({ problem }) => problem)
  const undecided = changes.filter(({ problem }) => problem).length
  // Without the server there is nothing to decide, and with it, its part can be loaded.
  const isAsking = undecided > 0
  useEffect(() => {
    if (isAsking) void loadUndecided().catch(() => {})
  }, [isAsking])
  const asked = undecided ? `${counted(undecided)} ${undecided === 1 ? 'needs' : 'need'} you` : ''
  return (
    <>
      {/* Always in the page, because screen readers announce only what changes in it. */}
      <VisuallyHidden role="status" aria-label="Decisions">
        {asked}
      </VisuallyHidden>
      {listed.length > 0 && session && (
        // Another screen closes the list.
        <Mark key={pathname} label={asked || `${counted(listed.length)} waiting`} isUndecided={undecided > 0}>
          <List changes={listed} isWaiting={isWaiting} dateStyle={session.preferences.dateStyle} />
        </Mark>
      )}
    </>
  )
}

function Mark({ label, isUndecided, children }: { label: string; isUndecided: boolean; children: ReactNode }) {
  const { isOpen, anchor, close, button } = usePanel()
  return (
    <>
      <button {...button} className={classes.mark} data-undecided={isUndecided || undefined}>
        {label}
      </button>
      {isOpen && (
        <Panel anchor={anchor.current} label={label} title="" width={376} isAtEnd onClose={close}>
          {children}
        </Panel>
      )}
    </>
  )
}

interface ListProps {
  changes: readonly Change[]
  isWaiting: boolean
  dateStyle: Preferences['dateStyle']
}

function List({ changes, isWaiting, dateStyle }: ListProps) {
  const isStored = useIsStored()
  const { list, decide } = useFocusAfterDecision(changes)
  return (
    <>
      <div className={classes.head}>
        <Text fw={600}>{isWaiting ? 'The server cannot be reached' : 'Please decide'}</Text>
        <Text size="sm" c="dimmed">
          {isWaiting
            ? `Keep working. Your changes are ${isStored ? 'kept on this device' : 'kept as long as this tab is open'} and are sent in this order when the server is back.`
            : 'The server has not accepted these changes. All others were sent.'}
        </Text>
      </div>
      <ul ref={list} className={classes.changes} aria-label="Waiting changes">
        {changes.map((change, index) => (
          <WaitingChange key={change.id} change={change} dateStyle={dateStyle} onDecide={(run) => decide(index, run)} />
        ))}
      </ul>
      {isWaiting && (
        <div className={classes.foot}>
          <Button size="xs" variant="default" onClick={sendWaiting}>
            Try now
          </Button>
          {!isStored && (
            <Button size="xs" variant="default" onClick={saveShown}>
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
    next?.querySelector('button')?.focus()
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

const counted = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

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
        {change.problem && <UndecidedPart change={change} dateStyle={dateStyle} onDecide={onDecide} />}
      </div>
      <Button
        className={classes.discard}
        size="compact-xs"
        variant="subtle"
        onClick={() => onDecide(() => discardChange(change))}
        aria-label={`Discard: ${about}`}
      >
        Discard
      </Button>
    </li>
  )
}

function UndecidedPart(props: UndecidedProps) {
  // Usually loaded already, so that the first of its buttons gets the focus when the list opens.
  const { Part = loaded, hasFailed, retry } = usePart(loadUndecided)
  if (hasFailed) return <PartFailed reassurance="Your change is kept." onRetry={retry} />
  return Part && <Part {...props} />
}
