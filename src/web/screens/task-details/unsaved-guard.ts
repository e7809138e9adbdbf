import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved, useUnsaved } from '../../ui/unsaved.ts'

/** Includes a form in what the guard of the screen asks about: a router has only one guard, which asks for all forms. */
export function useGuarded(dirty: boolean) {
  useWarning(dirty)
  useUnsaved(dirty)
}

/** Asks before unsaved changes are left behind, by a link, the back button or closing the tab. Answers a function that lets go. */
export function useUnsavedGuard(dirty: boolean): () => void {
  const released = useRef(false)
  const blocker = useBlocker(useCallback(() => (dirty || hasUnsaved()) && !released.current, [dirty]))
  useGuarded(dirty)

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
