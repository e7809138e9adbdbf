import { countUnsent } from '../deck/current-deck.ts'
import { confirm } from '../ui/confirm.tsx'
import { hasUnsaved } from '../ui/unsaved.ts'

/** Asks before text is lost that the user has typed and not saved. */
export const mayDiscardText = async () =>
  !hasUnsaved() ||
  confirm({
    question: 'Sign out without saving?',
    detail: 'The text on this page is not saved yet, and signing out deletes drafts.',
    action: 'Sign out',
  })

/** Asks before changes are lost that the server has not received yet. */
export async function mayDiscardWaiting(userId: string): Promise<boolean> {
  const count = await countUnsent(userId)
  if (!count) return true
  return confirm({
    question: count === 1 ? 'Sign out and lose one change?' : `Sign out and lose ${count} changes?`,
    detail: 'The server has not received everything yet. Signing out deletes what this browser keeps.',
    action: 'Sign out',
  })
}

/** Asks before everything is deleted from this device although the session goes on. */
export async function maySignOutHere(userId: string): Promise<boolean> {
  const count = await countUnsent(userId)
  const unsent = count === 1 ? 'one change' : `${count} changes`
  const lost = count
    ? ` The server has not received ${unsent} of yours: ${count === 1 ? 'it is' : 'they are'} lost.`
    : ''
  return confirm({
    question: 'Sign out without the server?',
    detail: `Everything of yours is deleted from this browser now.${lost} Your session ends as soon as this browser reaches the server again; nobody can use it here until then.`,
    action: 'Delete and sign out',
  })
}
