import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved, useUnsaved } from '../../ui/unsaved.ts'

/** Adds a form to the guard of its screen. A router can have only one guard, so it covers all forms. */
export function useGuarded(isDirty: boolean) {
  useCloseWarning(isDirty)
  useUnsaved(isDirty)
}

/** Asks before the user leaves unsaved changes by a link, the back button or closing the tab. Returns a function that turns the guard off. */
export function useUnsavedGuard(isDirty: boolean): () => void {
  const released = useRef(false)
  const blocker = useBlocker(useCallback(() => (isDirty || hasUnsaved()) && !released.current, [isDirty]))
  useGuarded(isDirty)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void confirm({
      question: 'Leave without saving?',
      detail: 'Your changes to this task are not saved yet.',
      action: 'Leave',
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  return () => {
    released.current = true
  }
}

/** Makes the browser ask before the tab is closed. */
function useCloseWarning(isDirty: boolean) {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
