import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { SavedView } from '../../contract/schemas/views.ts'
import { useSavedViewChanges, useSavedViews } from '../saved-views/queries.ts'
import controls from '../ui/controls.module.css'
import { BookmarkIcon, MoreIcon, PinIcon } from '../ui/icons.tsx'
import { Listbox } from '../ui/listbox.tsx'
import { Panel } from '../ui/panel.tsx'
import classes from './rail.module.css'
import { NameView } from './save-view.tsx'
import { isTaskView, placeAfterStep } from './saved-views.ts'

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
  const [open, setOpen] = useState<'menu' | 'name'>()
  const views = useSavedViews()
  const change = useSavedViewChanges()
  const close = () => setOpen(undefined)
  const actions: Record<string, { label: string; run: () => void } | undefined> = {
    rename: { label: 'Rename', run: () => setOpen('name') },
    pin: {
      label: saved.pinned ? 'Unpin' : 'Pin to the top',
      run: () => void change.setPinned(saved, !saved.pinned),
    },
    up: stepAction('Move up', -1),
    down: stepAction('Move down', 1),
    update:
      address === saved.address || !isTaskView(address)
        ? undefined
        : { label: 'Replace by what is shown now', run: () => void change.setAddress(saved, address) },
    remove: { label: 'Delete', run: () => void change.remove(saved) },
  }
  function stepAction(label: string, step: 1 | -1) {
    const place = placeAfterStep(views, saved, step)
    return place === undefined ? undefined : { label, run: () => void change.move(saved, place) }
  }
  const options = Object.entries(actions).flatMap(([value, action]) => (action ? { value, label: action.label } : []))
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
        <span className="mono">{count || ''}</span>
      </Link>
      <button
        ref={button}
        type="button"
        className={`${controls.icon} ${classes.icon}`}
        aria-label={`Change the view ${saved.name}`}
        aria-haspopup="dialog"
        aria-expanded={open === 'menu'}
        onClick={() => setOpen(open ? undefined : 'menu')}
      >
        <MoreIcon size={16} />
      </button>
      {open === 'menu' && (
        <Panel anchor={button.current} label={`View ${saved.name}`} onClose={close}>
          <Listbox
            label={`View ${saved.name}`}
            options={options}
            current={[]}
            onChoose={(value) => {
              close()
              actions[value]?.run()
            }}
          />
        </Panel>
      )}
      {open === 'name' && (
        <NameView
          anchor={button.current}
          label={`Rename ${saved.name}`}
          action="Rename"
          name={saved.name}
          onSave={(name) => change.rename(saved, name)}
          onClose={close}
        />
      )}
    </li>
  )
}
