import { useNavigate } from 'react-router'
import { useEndSession, useSignOutHere } from '../accounts/sign-out.ts'
import { countUnsent } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import { alertDone, alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { hasUnsaved, releaseUnsaved } from '../ui/unsaved.ts'

/** Asks before text is lost that the user has typed and not saved. */
const mayDiscardText = async () =>
  !hasUnsaved() ||
  confirm({
    question: 'Sign out without saving?',
    detail: 'The text on this page is not saved yet, and signing out deletes drafts.',
    action: 'Sign out',
  })

/** Changes, and what was chosen in notifications. Without a service worker there are none of these. */
async function countWaiting(userId: string): Promise<number> {
  const changes = await countUnsent(userId)
  if (!(await navigator.serviceWorker?.getRegistration())) return changes
  const actions = import('../push/waiting-actions.ts').then(({ countActions }) => countActions(userId))
  return changes + (await actions.catch(() => 0))
}

/** Asks before changes are lost that the server has not received yet. */
async function mayDiscardWaiting(userId: string): Promise<boolean> {
  const count = await countWaiting(userId)
  if (!count) return true
  return confirm({
    question: count === 1 ? 'Sign out and lose one change?' : `Sign out and lose ${count} changes?`,
    detail: 'The server has not received everything yet. Signing out deletes what this browser keeps.',
    action: 'Sign out',
  })
}

/** Asks before everything is deleted from this device although the session goes on. */
async function maySignOutHere(userId: string): Promise<boolean> {
  const count = await countWaiting(userId)
  const unsent = count === 1 ? 'one change' : `${count} changes`
  const lost = count
    ? ` The server has not received ${unsent} of yours: ${count === 1 ? 'it is' : 'they are'} lost.`
    : ''
  return confirm({
    question: 'Sign out without the server?',
    detail: `Your tasks and drafts are deleted from this browser now.${lost} Your session ends as soon as this browser reaches the server again; nobody can use it here until then.`,
    action: 'Delete and sign out',
  })
}

const failure = 'Logout error'

/** Signs the user out, unless that would lose something and the user decides to stay. */
export function useSignOut(userId: string): () => Promise<void> {
  const navigate = useNavigate()
  const leave = () => navigate(paths.landing, { flushSync: true })
  const endSession = useEndSession(leave)
  const signOutHere = useSignOutHere(leave)
  const offerToDelete = async () => {
    if (!(await maySignOutHere(userId))) return
    withdrawFailure(failure)
    await signOutHere()
    alertDone('You are signed out here. Your session ends when the server can be reached.')
  }
  return async () => {
    if (!(await mayDiscardText()) || !(await mayDiscardWaiting(userId))) return
    releaseUnsaved()
    withdrawFailure(failure)
    // The screen that has asked for it is gone when the answer arrives.
    await endSession.mutateAsync().catch((error) => {
      releaseUnsaved(false)
      console.error(failure, error)
      alertFailed(
        'Could not sign you out: you are still signed in, and your tasks are still on this device. Try again when the server can be reached, or',
        failure,
        { label: 'delete them now', run: () => void offerToDelete() },
      )
    })
  }
}
