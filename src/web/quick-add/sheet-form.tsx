import { useLayoutEffect, useRef } from 'react'
import type { SessionState } from '../accounts/kept-session.ts'
import { Button } from '../ui/button.tsx'
import { focusNow } from '../ui/dialog.tsx'
import classes from './task-form.module.css'
import { TaskForm } from './task-form.tsx'

export interface SheetFormProps {
  session: SessionState
  isResumed: boolean
  onClose: () => void
}

/** The form with all fields in the sheet of quick add. Closing the sheet keeps what was entered; *Cancel* forgets it. */
export function SheetForm({ session, isResumed, onClose }: SheetFormProps) {
  const box = useRef<HTMLDivElement>(null)
  // The line that had the focus is gone. A field would raise the keyboard over the others.
  useLayoutEffect(() => focusNow(box.current), [])
  return (
    <div ref={box} tabIndex={-1} className={classes.all}>
      <TaskForm
        session={session}
        kind="sheet"
        isResumed={isResumed}
        onAdded={onClose}
        cancel={(forget) => (
          <Button
            variant="subtle"
            tone="neutral"
            size="large"
            onClick={() => {
              forget()
              onClose()
            }}
          >
            Cancel
          </Button>
        )}
      />
    </div>
  )
}
