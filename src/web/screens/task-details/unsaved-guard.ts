import { useCallback, useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { confirm } from '../../ui/confirm.tsx'

/** Asks before unsaved changes are left behind, by a link, the back button or closing the tab. Answers a function that lets go. */
export function useUnsavedGuard(dirty: boolean): () => void {
  const released = useRef(false)
  const blocker = useBlocker(useCallback(() => dirty && !released.current, [dirty]))

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    confirm({
      question: 'Leave without saving?',
      detail: 'Your changes to this task are not saved yet.',
      action: 'Leave',
    }).then((yes) => (yes ? blocker.proceed() : blocker.reset()))
  }, [blocker])

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty])

  return () => {
    released.current = true
  }
}
