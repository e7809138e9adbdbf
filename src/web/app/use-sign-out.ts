import { useNavigate } from 'react-router'
import { useEndSession, useSignOutHere } from '../accounts/sign-out.ts'
import { paths } from '../navigation/paths.ts'
import { alertDone, alertFailed, withdrawFailure } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { releaseUnsaved } from '../ui/unsaved.ts'
import { pieces } from './on-demand.ts'

type Questions = Awaited<ReturnType<typeof pieces.signOutQuestions>>

const failure = 'Logout error'

/** Logs the user out, unless that would lose something and the user decides to stay. */
export function useSignOut(userId: string): () => Promise<void> {
  const navigate = useNavigate()
  const leave = () => navigate(paths.landing, { flushSync: true })
  const endSession = useEndSession(leave)
  const signOutHere = useSignOutHere(leave)
  const offerToDelete = async ({ maySignOutHere }: Questions) => {
    if (!(await maySignOutHere(userId))) return
    withdrawFailure(failure)
    await signOutHere()
    alertDone('You are signed out here. Your session ends when the server can be reached.')
  }
  return async () => {
    const questions = await pieces.signOutQuestions().catch((error: unknown) => {
      reportFailure(failure, error, 'Could not log you out. Please try again.')
    })
    if (!questions) return
    if (!(await questions.mayDiscardText()) || !(await questions.mayDiscardWaiting(userId))) return
    releaseUnsaved()
    withdrawFailure(failure)
    // The screen that has asked for it is gone when the answer arrives.
    await endSession.mutateAsync().catch((error) => {
      releaseUnsaved(false)
      console.error(failure, error)
      alertFailed(
        'Could not log you out: you are still signed in, and your tasks are still on this device. Try again when the server can be reached, or',
        failure,
        { label: 'delete them now', run: () => void offerToDelete(questions) },
      )
    })
  }
}
