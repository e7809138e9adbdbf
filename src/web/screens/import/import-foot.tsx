import { planInWords } from '../../../contract/import-formats/plan.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { Button } from '../../ui/button.tsx'
import { BackIcon, UndoIcon } from '../../ui/icons.tsx'
import classes from './import-foot.module.css'
import { problemsOf } from './problems-of.ts'

interface Props {
  file: ShownFile
  onBack: () => void
  onImport: () => void
}

/** The way back, and the button that imports what the choices say. It stays at the bottom edge. */
export function ImportFoot({ file, onBack, onImport }: Props) {
  const { archive, check, summary, problems } = file
  const plan = archive ? { created: archive.created, updated: archive.restored } : file.plan
  const count = plan ? plan.created + plan.updated : 0
  const isRefused = problems === 'refuse' && problemsOf(file).count > 0
  const isRead = summary !== undefined && !summary.error
  const canImport = check.state === 'done' && (file.opened.isArchive || isRead) && count > 0 && !isRefused
  return (
    <footer className={classes.foot}>
      <Button variant="subtle" tone="neutral" start={<BackIcon size={16} />} onClick={onBack}>
        Back
      </Button>
      <span className={classes.undo}>
        <UndoIcon size={14} />
        One undo takes it all back
      </span>
      <Button
        size="large"
        disabled={!canImport}
        isBusy={check.state === 'running' && (file.opened.isArchive || isRead)}
        onClick={onImport}
      >
        {plan && count ? planInWords(plan) : 'Import'}
      </Button>
    </footer>
  )
}
