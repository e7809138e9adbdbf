import type { Preferences } from '../../contract/schemas/accounts.ts'
import type { Change } from '../deck/change.ts'
import type { SideOf } from '../deck/resolve.ts'
import { ask } from '../ui/ask.tsx'
import { Button } from '../ui/button.tsx'
import { ConflictForm } from './conflict-form.tsx'
import { conflictsOf } from './conflicts.ts'

/** Asks about the conflicts of a change in a dialog. Resolves to undefined if the user cancels, or when the signal closes the question. */
export function chooseSides(change: Change, dateStyle: Preferences['dateStyle'], signal: AbortSignal) {
  return ask<SideOf>(
    'This task was changed elsewhere',
    (answer) => (
      <>
        <p className="muted below-16">
          This task was also changed in another tab or on another device. Choose which values to keep. All other changes
          are merged.
        </p>
        <ConflictForm conflicts={conflictsOf(change, dateStyle)} onChoose={answer}>
          <Button variant="default" onClick={() => answer()}>
            Keep editing
          </Button>
        </ConflictForm>
      </>
    ),
    signal,
  )
}
