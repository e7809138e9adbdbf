import { formatNearDay } from '../../../contract/format-day.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import type { PlanSummary, PreviewRow } from '../../imports/import-session.ts'
import { CountMark } from '../../tasks/count-mark.tsx'
import { fittingLabels } from '../../tasks/fitting-labels.ts'
import { LabelTag } from '../../tasks/label-tag.tsx'
import marks from '../../tasks/marks.module.css'
import { PriorityMark, statusIcon } from '../../tasks/marks.tsx'
import { useToday } from '../../tasks/today.ts'
import { PartsIcon, RepeatIcon } from '../../ui/icons.tsx'
import classes from './preview-rows.module.css'

interface Props {
  plan: Pick<PlanSummary, 'rows' | 'created' | 'updated'>
  /** The label that all of them get, which is named elsewhere. */
  label: string
}

/** The first tasks as they will be. */
export function PreviewRows({ plan: { rows, created, updated }, label }: Props) {
  const all = created + updated
  if (!rows.length) return <p className="muted">No task of the file is left to import.</p>
  return (
    <section aria-label="As they will be">
      <div className={classes.heading}>
        <h2 className="h4">As they will be</h2>
        <span className="muted small">
          {rows.length < all ? `first ${rows.length} of ${all.toLocaleString('en')}` : `all ${rows.length}`}
        </span>
      </div>
      <ul className={classes.rows}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state, and titles may be equal
          <Row key={index} row={row} label={label} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row, label: common }: { row: PreviewRow; label: string }) {
  const { dateStyle } = useSignedIn().preferences
  const today = useToday()
  const { title, status, priority, dueDate, labels, isRepeating, parts, completedParts, parent } = row
  const { shown, more } = fittingLabels(labels.filter((label) => label !== common))
  return (
    <li className={classes.row} data-done={status === 'Completed' || undefined}>
      <span className={classes.ring}>
        {statusIcon(status, 16)}
        <span className="visually-hidden">{status}</span>
      </span>
      <span className={classes.what}>
        <span className={classes.title} dir="auto">
          {title}
        </span>
        {isRepeating && (
          <span className={marks.fact}>
            <RepeatIcon size={14} />
            <span className="visually-hidden">repeats</span>
          </span>
        )}
        {parts > 0 && (
          <CountMark
            icon={<PartsIcon size={14} />}
            done={completedParts}
            all={parts}
            words={`${completedParts} of ${parts} parts completed`}
          />
        )}
        {parent && (
          <span className={`${marks.fact} ${marks.parent}`} title={`Part of ${parent}`}>
            <span aria-hidden="true">↳ </span>of <bdi>{parent}</bdi>
          </span>
        )}
        <span className={classes.labels}>
          {shown.map((label) => (
            <LabelTag key={label} label={label} />
          ))}
          {more.length > 0 && <span title={more.map((label) => `#${label}`).join(' ')}>+{more.length}</span>}
        </span>
      </span>
      <PriorityMark priority={priority} />
      <span className={`mono ${classes.due}`}>
        {dueDate ? (
          <>
            <span className="visually-hidden">due </span>
            {formatNearDay(dueDate, dateStyle, today)}
          </>
        ) : (
          <span aria-hidden="true">–</span>
        )}
      </span>
    </li>
  )
}
