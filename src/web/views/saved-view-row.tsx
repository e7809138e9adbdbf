import { lazy, Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { SavedView } from '../../contract/schemas/views.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, MoreIcon, PinIcon } from '../ui/icons.tsx'
import classes from './rail.module.css'

const SavedViewMenu = lazy(() => import('./saved-view-menu.tsx'))

interface Props {
  saved: SavedView
  index: number
  count: number | undefined
  /** The current address. */
  address: string
  isCurrent: boolean
  onLeave: (() => void) | undefined
}

/** The last view that a key leads to is the ninth. */
const maxKeys = 9

/** A saved view with its number of tasks, its key, and a menu to change it. */
export function SavedViewRow({ saved, index, count, address, isCurrent, onLeave }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <li className={classes.saved}>
      <Link
        to={saved.address}
        className={`${controls.button} ${classes.link}`}
        aria-current={isCurrent ? 'page' : undefined}
        title={index < maxKeys ? `${saved.name} (G then ${index + 1})` : saved.name}
        onClick={onLeave}
      >
        {saved.pinned ? <PinIcon size={16} /> : <BookmarkIcon size={16} />}
        <span className={controls.ellipsis} dir="auto">
          {saved.name}
        </span>
        <span className="mono">{count ? count.toLocaleString('en') : ''}</span>
      </Link>
      <button
        ref={button}
        type="button"
        className={`${controls.icon} ${classes.icon}`}
        aria-label={`Change the view ${saved.name}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <MoreIcon size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <SavedViewMenu anchor={button.current} saved={saved} address={address} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  )
}
