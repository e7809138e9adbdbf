import { useMutationState } from '@tanstack/react-query'
import { useState } from 'react'
import { savedAtOnce } from '../../accounts/account.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import classes from './frame.module.css'

/** Says that the server has saved the last change that was made on this page. */
export function SavedMark() {
  const [openedAt] = useState(Date.now)
  const last = useMutationState({ filters: { mutationKey: savedAtOnce }, select: ({ state }) => state }).at(-1)
  const isSaved = last?.status === 'success' && last.submittedAt >= openedAt
  return (
    <p className={classes.saved} role="status">
      {isSaved && (
        <>
          <CheckIcon size={14} />
          Saved
        </>
      )}
    </p>
  )
}
