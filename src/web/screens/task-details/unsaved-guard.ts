import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../ui/confirm.tsx'

/** What else on the screen is not saved yet: a router has only one guard, which asks for all. */
const written = new Set<symbol>()

/** Has the guard of the screen ask for this too. */
export function useGuarded(dirty: boolean) {
  useWarning(dirty)
  useEffect(() => {
    if (!dirty) return
    const mark = Symbol()
    written.add(mark)
    return () => {
      written.delete(mark)
    }
  }, [dirty])
}

/** Asks before unsaved changes are left behind, by a link, the back button or closing the tab. Answers a function that lets go. */
export function useUnsavedGuard(dirty: boolean): () => void {
  const released = useRef(false)
  const blocker = useBlocker(useCallback(() => (dirty || written.size > 0) && !released.current, [dirty]))
  useWarning(dirty)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      question: 'Leave without saving?',
      detail: 'Your changes to this task are not saved yet.',
      action: 'Leave',
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  return () => {
    released.current = true
  }
}

/** The browser's own question when the tab is closed. */
function useWarning(dirty: boolean) {
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])
}
