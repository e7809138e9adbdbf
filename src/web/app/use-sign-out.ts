import { useNavigate } from 'react-router'
import { useLogout } from '../accounts/session.ts'
import { countUnsent } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import { alertFailed } from '../ui/alerts.tsx'
import { confirm } from '../ui/confirm.tsx'
import { hasUnsaved, releaseUnsaved } from '../ui/unsaved.ts'

/** Asks before text is lost that the user has typed and not saved. */
const mayDiscardText = async () =>
  !hasUnsaved() ||
  confirm({
    question: 'Log out without saving?',
    detail: 'The text on this page is not saved yet, and logging out deletes drafts.',
    action: 'Log out',
  })

/** Asks before changes are lost that the server has not received yet. */
async function mayDiscardWaiting(userId: string): Promise<boolean> {
  const count = await countUnsent(userId)
  if (!count) return true
  return confirm({
    question: count === 1 ? 'Log out and lose one change?' : `Log out and lose ${count} changes?`,
    detail: 'The server has not received everything yet. Logging out deletes what this browser keeps.',
    action: 'Log out',
  })
}

/** Logs the user out, unless that would lose something and the user decides to stay. */
export function useSignOut(userId: string): () => Promise<void> {
  const navigate = useNavigate()
  const logout = useLogout(() => navigate(paths.landing, { flushSync: true }))
  return async () => {
    if (!(await mayDiscardText()) || !(await mayDiscardWaiting(userId))) return
    releaseUnsaved()
    logout.mutate(undefined, {
      onError: (error) => {
        releaseUnsaved(false)
        console.error('Logout error', error)
        alertFailed('Could not log you out: you are still signed in. Please try again.')
      },
    })
  }
}
