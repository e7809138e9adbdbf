import { useCallback, useEffect, useEffectEvent } from 'react'
import { type BlockerFunction, useBlocker, useNavigate } from 'react-router'
import { holdEditedAddresses } from '../../navigation/edited-address.ts'
import { confirm } from '../../ui/confirm.tsx'
import { hasUnsaved, releaseUnsaved, useUnsaved } from '../../ui/unsaved.ts'

const mayLeave = () =>
  confirm({
    question: 'Leave without saving?',
    detail: 'Your changes to this task are not saved yet.',
    action: 'Leave',
    refusal: 'Keep editing',
  })

/**
 * Asks before the user leaves unsaved changes: by a link, the back button, an edited address, or closing the tab. Logout asks its own question.
 * `onLeave` is called when the user has agreed.
 */
export function useUnsavedGuard(isDirty: boolean, onLeave: () => void) {
  // A sheet over the page has another address, but leaves nothing.
  const blocker = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
      [],
    ),
  )
  useUnsaved(isDirty)
  useCloseWarning(isDirty)
  useAddressGuard(onLeave)
  const leave = useEffectEvent(onLeave)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void mayLeave().then((yes) => {
      if (!yes) return blocker.reset()
      leave()
      blocker.proceed()
    })
  }, [blocker])
}

/** Asks before an address that the user has edited by hand is shown. */
function useAddressGuard(onLeave: () => void) {
  const navigate = useNavigate()
  const leaveTo = useEffectEvent((address: string) => {
    onLeave()
    releaseUnsaved()
    void navigate(address)
  })
  useEffect(
    () =>
      holdEditedAddresses((address) => {
        if (!hasUnsaved()) return false
        void mayLeave().then((yes) => yes && leaveTo(address))
        return true
      }),
    [],
  )
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
