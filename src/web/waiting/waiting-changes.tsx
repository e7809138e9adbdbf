import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../accounts/session.ts'
import { useDeck } from '../deck/current-deck.ts'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { Panel } from '../ui/panel.tsx'
import { savesData } from '../ui/saves-data.ts'
import { usePanel } from '../ui/use-panel.ts'
import { loadedList, loadList } from './load-list.ts'
import classes from './waiting-changes.module.css'
import type { ListProps } from './waiting-list.tsx'

/** The current screen loads first. */
const loadDelayMs = 2_000

/** Says how many changes wait for the server or for a decision, and lists them. Nothing is shown while changes are sent at once. */
export function WaitingChanges() {
  const { changes, isWaiting, obstacle } = useDeck()
  const { session } = useSession()
  const { pathname } = useLocation()
  const listed = isWaiting ? changes : changes.filter(({ problem }) => problem)
  const undecided = changes.filter(({ problem }) => problem).length
  useLoadAhead(changes.length > 0)
  const asked = undecided ? `${counted(undecided)} ${undecided === 1 ? 'needs' : 'need'} you` : ''
  return (
    <>
      {/* Always in the page, because screen readers announce only what changes in it. */}
      <span className="visually-hidden" role="status" aria-label="Decisions">
        {asked}
      </span>
      {listed.length > 0 && session && (
        // Another screen closes the list.
        <Mark key={pathname} label={asked || `${counted(listed.length)} waiting`} isUndecided={undecided > 0}>
          <LoadedList
            changes={listed}
            obstacle={isWaiting ? obstacle : undefined}
            dateStyle={session.preferences.dateStyle}
          />
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

/** The list of waiting changes, which is loaded on its first use. */
export function LoadedList(props: ListProps) {
  // Usually loaded already, so that the first of its buttons gets the focus when the list opens.
  const { Component = loadedList(), hasFailed, retry } = useOnDemand(loadList)
  if (Component) return <Component {...props} />
  return hasFailed && <CodeFailed reassurance="Your changes are kept." onRetry={retry} />
}

/**
 * Loads the list before it is needed, because that is usually when the server cannot be reached: soon after the start, or with the first change
 * on a device that saves data. A service worker has it stored, but not every browser has one.
 */
function useLoadAhead(isChanging: boolean) {
  useEffect(() => {
    // If that fails, the list says so when it is opened, and loads it again.
    const load = () => void loadList().catch(() => {})
    if (isChanging) return load()
    if (savesData()) return
    const timer = setTimeout(load, loadDelayMs)
    return () => clearTimeout(timer)
  }, [isChanging])
}

const counted = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`
