import { choose } from '../../imports/choose-import.ts'
import { compare } from '../../imports/compare-import.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { belongings } from '../../imports/run-import.ts'
import { AlreadyHere } from './already-here.tsx'
import { Counts } from './counts.tsx'
import classes from './import.module.css'
import { LeftOut } from './left-out.tsx'
import { PreviewRows } from './preview-rows.tsx'

/** The report of the server about an archive of Taskdeck. */
export function ArchiveContent({ file }: { file: ShownFile }) {
  const { archive, check } = file
  if (!archive || check.state !== 'done')
    return (
      <div className={classes.archive}>
        <AlreadyHere file={file} />
      </div>
    )
  const { created, unchanged, restored, first, leftOut, isRenumbered, hasSettings } = archive
  const rows = first.map(({ title, status, priority, dueDate, labels }) => ({
    ...{ title, status, priority, labels, isRepeating: false, parts: 0, completedParts: 0 },
    ...(dueDate ? { dueDate: dueDate.slice(0, 10) } : {}),
  }))
  const brings = belongings(archive)
  const facts = [
    ...(brings ? [{ title: `With ${brings}`, reason: '', lines: [] }] : []),
    ...(isRenumbered && created
      ? [{ title: 'Tasks get new numbers', reason: 'Mentions of them in texts follow.', lines: [] }]
      : []),
    ...(hasSettings ? [{ title: 'Your settings are imported too', reason: '', lines: [] }] : []),
  ]
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Counts
          always={[[created, 'to import']]}
          ifAny={[
            [unchanged, 'here already'],
            [restored, 'back from the trash'],
            [archive.noteCount, 'notes'],
            [archive.fileCount, 'files'],
            [archive.eventCount, 'entries of the history'],
          ]}
        />
        <PreviewRows plan={{ rows, created, updated: restored }} label="" />
        {(unchanged > 0 || file.choices.restore) && (
          <label className={`check-row ${classes.check}`}>
            <input
              type="checkbox"
              checked={file.choices.restore}
              onChange={({ target }) => void choose(file.id, { restore: target.checked }).then(() => compare(file.id))}
            />
            Bring back those that are in the trash here
          </label>
        )}
      </div>
      <div className={classes.column}>
        {facts.length > 0 && <LeftOut heading="It brings" groups={facts} />}
        <LeftOut groups={leftOut.map((title) => ({ title, reason: '', lines: [] }))} />
        <AlreadyHere file={file} />
      </div>
    </div>
  )
}
