import type { ImportState } from '../../imports/import-state.ts'
import { cancelImport } from '../../imports/run-import.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import classes from './import.module.css'

/** Screen readers hear every tenth. */
const tenth = 10

/** How far the import is, and the way to stop it. */
export function Running({ file, part, isCancelling }: Extract<ImportState, { step: 'running' }>) {
  const { archive, plan } = file
  const count = archive ? archive.created + archive.restored : plan ? plan.created + plan.updated : 0
  const isSaving = part >= 1
  const said = Math.floor((part * 100) / tenth) * tenth
  return (
    <section className={`boxed ${classes.running}`} aria-label="Import">
      <p className="strong large">
        {isCancelling ? 'Cancelling …' : isSaving ? 'Saving …' : `Importing ${count.toLocaleString('en')} tasks …`}
      </p>
      <Progress value={part} label="Import progress" />
      <p className="muted" aria-hidden="true">
        {Math.floor(part * count).toLocaleString('en')} of {count.toLocaleString('en')}. You can look elsewhere
        meanwhile; closing this tab ends the import.
      </p>
      <p className="visually-hidden" role="status">
        {isCancelling ? 'Cancelling' : `${said} percent imported`}
      </p>
      <Button className="at-start" variant="default" isBusy={isCancelling} onClick={cancelImport}>
        Cancel
      </Button>
    </section>
  )
}
