import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { revalidate } from '../deck/current-deck.ts'
import { paths } from '../navigation/paths.ts'
import { useLabelColours } from '../tasks/label-colours.tsx'
import { colourStyle } from '../tasks/label-tag.tsx'
import controls from '../ui/controls.module.css'
import { DownIcon, UpIcon } from '../ui/icons.tsx'
import { labelsOf } from './filter-options.ts'
import { addressOf, recordChange } from './opened-view.ts'
import classes from './rail.module.css'
import { mostUsed } from './rail-label-order.ts'
import { isTaskView } from './saved-views.ts'
import { useRail } from './use-rail.ts'

const maxLabels = 8

/** The labels. Each filters the view on the screen, or leads to its tasks from elsewhere. */
export function RailLabels({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const { tasks, counts, address, isView } = useRail()
  const colours = useLabelColours()
  const [isOpen, setOpen] = useState(false)
  const all = useMemo(() => labelsOf(tasks), [tasks])
  const [path = '', search = ''] = isView && isTaskView(address) ? address.split('?') : [paths.dashboard]
  const chosen = new URLSearchParams(search).get('label')?.split(',') ?? []
  if (!all.length) return null
  const shown = isOpen ? all : mostUsed(all, counts?.labels ?? new Map(), maxLabels, chosen)
  const rest = all.length - shown.length
  const addressWith = (label: string) => {
    const next = new URLSearchParams(search)
    if (chosen.includes(label)) next.delete('label')
    else next.set('label', label)
    return addressOf(path, next)
  }
  return (
    <>
      <div className={classes.head}>
        <h2>Labels</h2>
      </div>
      <ul className={classes.list}>
        {shown.map((label) => (
          <li key={label}>
            <Link
              to={addressWith(label)}
              className={`${controls.button} ${classes.link}`}
              aria-current={chosen.includes(label) ? 'true' : undefined}
              title={chosen.includes(label) ? `No longer show only #${label}` : `Show only #${label}`}
              onClick={() => {
                if (isView) recordChange(address, addressWith(label))
                revalidate('')
                onLeave?.()
              }}
            >
              <span className={classes.hash} style={colourStyle(colours[label])}>
                #
              </span>
              <span className={controls.ellipsis} dir="auto">
                {label}
              </span>
              <span className="mono">{counts?.labels.get(label)?.toLocaleString('en') ?? ''}</span>
            </Link>
          </li>
        ))}
        {(rest > 0 || isOpen) && all.length > maxLabels && (
          <li>
            <button
              type="button"
              className={`${controls.button} ${classes.link} ${classes.more}`}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? <UpIcon size={16} /> : <DownIcon size={16} />}
              {isOpen ? 'Fewer' : `${rest} more`}
            </button>
          </li>
        )}
      </ul>
    </>
  )
}
