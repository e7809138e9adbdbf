import type { ReactNode } from 'react'
import { Link } from 'react-router'
import controls from '../ui/controls.module.css'
import classes from './rail.module.css'

interface Props {
  to: string
  name: string
  icon: ReactNode
  count?: number | undefined
  /** Whether the number stands out. Without a number, the row is hidden, unless it is the current place. */
  isUrgent?: boolean | undefined
  isCurrent?: boolean
  title?: string
  onLeave: (() => void) | undefined
}

/** A link of the rail with its number of open tasks. None are shown as nothing. In a strip, only its icon is visible. */
export function RailRow({ to, name, icon, count, isUrgent, isCurrent = false, title, onLeave }: Props) {
  if (isUrgent && !count && !isCurrent) return null
  return (
    <li>
      <Link
        to={to}
        className={`${controls.button} ${classes.link}`}
        aria-current={isCurrent ? 'page' : undefined}
        title={title}
        onClick={onLeave}
      >
        {icon}
        <span className={`${controls.ellipsis} beside-icon`}>{name}</span>
        {isUrgent && count ? (
          <span className={controls.pill} data-urgent>
            {count}
          </span>
        ) : (
          <span className="mono beside-icon">{count ? count.toLocaleString('en') : ''}</span>
        )}
      </Link>
    </li>
  )
}
