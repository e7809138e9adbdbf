import type { RemarkGroup } from '../../../contract/import-formats/remarks.ts'
import { WarningIcon } from '../../ui/more-icons.tsx'
import classes from './side-card.module.css'

interface Props {
  groups: readonly RemarkGroup[]
  heading?: string
}

/** The parts of the file that cannot be carried over, with the reasons. */
export function LeftOut({ groups, heading = 'Cannot be carried over' }: Props) {
  if (!groups.length)
    return (
      <section className={`boxed ${classes.card}`} aria-label={heading}>
        <h2>Everything can be carried over</h2>
      </section>
    )
  return (
    <section className={`boxed ${classes.card}`} aria-label={heading}>
      <h2>{heading}</h2>
      <ul className={classes.remarks}>
        {groups.map(({ title, reason, lines }) => (
          <li key={title}>
            <WarningIcon size={14} />
            <div>
              <p className="medium">{title}</p>
              {reason && <p className="muted">{reason}</p>}
              {lines.length > 0 && lines[0] !== 0 && (
                <p className={`muted ${classes.lines}`}>
                  {lines.length === 1 ? 'Line' : 'Lines'} {lines.join(', ')}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
