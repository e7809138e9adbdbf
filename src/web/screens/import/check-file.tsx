import { useEffect, useEffectEvent } from 'react'
import { choose, startAgain } from '../../imports/choose-import.ts'
import { compare } from '../../imports/compare-import.ts'
import type { ShownFile } from '../../imports/import-state.ts'
import { runImport } from '../../imports/run-import.ts'
import { useIsAway } from '../../live/state.ts'
import { WarningIcon } from '../../ui/more-icons.tsx'
import { AlreadyHere } from './already-here.tsx'
import { ArchiveContent } from './archive-content.tsx'
import chosen from './choose-file.module.css'
import { Counts } from './counts.tsx'
import classes from './import.module.css'
import { ImportFoot } from './import-foot.tsx'
import { ImportLabel } from './import-label.tsx'
import { LeftOut } from './left-out.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { ProblemLines } from './problem-lines.tsx'
import { ReadingChoices } from './reading-choices.tsx'
import { Recognised } from './recognised.tsx'

/** The second step: the recognised format, the tasks as they will be, and the choices. */
export function CheckFile({ file, failure }: { file: ShownFile; failure: string | undefined }) {
  const { id, opened, settings, summary, plan, choices, check } = file
  const isAway = useIsAway()
  const compareAgain = useEffectEvent(() => {
    if (check.state === 'failed') void compare(id)
  })
  useEffect(() => {
    if (!isAway) compareAgain()
  }, [isAway])
  const isReadable = summary && !summary.error
  return (
    <>
      {failure && (
        <div className={`${chosen.problem} ${classes.failure}`} role="alert">
          <WarningIcon size={16} />
          <p>{failure}</p>
        </div>
      )}
      <Recognised file={file} />
      {opened.isArchive ? <ArchiveContent file={file} /> : <ReadingChoices file={file} />}
      {summary?.error && !summary.sheet && (
        <div className={chosen.problem} role="alert">
          <WarningIcon size={16} />
          <p>It cannot be read: {summary.error}</p>
        </div>
      )}
      {isReadable && plan && (
        <div className={classes.columns}>
          <div className={classes.column}>
            <FileCounts file={file} />
            <PreviewRows plan={plan} label={settings?.label ?? ''} />
            {summary.completed > 0 && (
              <label className={`check-row ${classes.check}`}>
                <input
                  type="checkbox"
                  checked={choices.completed}
                  onChange={({ target }) => void choose(id, { completed: target.checked })}
                />
                {summary.completed === 1
                  ? 'Import the completed task as well'
                  : `Import the ${summary.completed.toLocaleString('en')} completed tasks as well`}
              </label>
            )}
            {settings && settings.format !== 'lines' && (
              <ImportLabel key={settings.format} id={id} label={settings.label} />
            )}
          </div>
          <div className={classes.column}>
            <ProblemLines file={file} />
            <LeftOut groups={summary.groups} />
            <AlreadyHere file={file} />
          </div>
        </div>
      )}
      <ImportFoot file={file} onBack={() => startAgain()} onImport={() => void runImport(file)} />
    </>
  )
}

/** How many tasks the file has, and how many of them will be made. */
function FileCounts({ file: { summary, plan, check, choices } }: { file: ShownFile }) {
  const here = check.state === 'done' ? check.here : undefined
  const known = here ? here.changed.length + here.same.length : 0
  const skipped = (choices.here === 'skip' ? known : 0) + (choices.alike === 'skip' ? (here?.alike.length ?? 0) : 0)
  return (
    <Counts
      always={[
        [summary?.total ?? 0, 'in the file'],
        [plan?.created ?? 0, 'to import'],
      ]}
      ifAny={[
        [skipped, 'duplicates, skipped'],
        [plan?.updated ?? 0, 'to update'],
        [plan?.completed ?? 0, 'of them completed'],
        [plan?.labels ?? 0, plan?.labels === 1 ? 'label' : 'labels'],
      ]}
    />
  )
}
