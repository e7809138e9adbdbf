import { useState } from 'react'
import type { SavedView } from '../../contract/schemas/views.ts'
import { useSavedViewChanges, useSavedViews } from '../saved-views/queries.ts'
import { sharing } from '../shares/sharing.ts'
import { Listbox } from '../ui/listbox.tsx'
import { Panel } from '../ui/panel.tsx'
import NameView from './name-view.tsx'
import { isTaskView, placeAfterStep } from './saved-views.ts'

interface Props {
  anchor: Element | null
  saved: SavedView
  /** The current address. */
  address: string
  onClose: () => void
}

/** Changes a saved view. */
export default function SavedViewMenu({ anchor, saved, address, onClose }: Props) {
  const [isNaming, setNaming] = useState(false)
  const views = useSavedViews()
  const change = useSavedViewChanges()
  const actions: Record<string, { label: string; run: () => void } | undefined> = {
    rename: { label: 'Rename', run: () => setNaming(true) },
    share: {
      label: 'Share by a link',
      run: () => sharing.set({ kind: 'view', id: saved.id, title: saved.name }),
    },
    pin: {
      label: saved.pinned ? 'Unpin' : 'Pin to the top',
      run: () => void change.setPinned(saved, !saved.pinned),
    },
    up: stepAction('Move up', -1),
    down: stepAction('Move down', 1),
    update:
      address === saved.address || !isTaskView(address)
        ? undefined
        : { label: 'Save the current view here', run: () => void change.setAddress(saved, address) },
    remove: { label: 'Delete', run: () => void change.remove(saved) },
  }
  function stepAction(label: string, step: 1 | -1) {
    const place = placeAfterStep(views, saved, step)
    return place === undefined ? undefined : { label, run: () => void change.move(saved, place) }
  }
  const options = Object.entries(actions).flatMap(([value, action]) => (action ? { value, label: action.label } : []))
  if (isNaming)
    return (
      <NameView
        anchor={anchor}
        label={`Rename ${saved.name}`}
        action="Rename"
        name={saved.name}
        onSave={(name) => change.rename(saved, name)}
        onClose={onClose}
      />
    )
  return (
    <Panel anchor={anchor} label={`View ${saved.name}`} onClose={onClose}>
      <Listbox
        label={`View ${saved.name}`}
        options={options}
        current={[]}
        onChoose={(value) => {
          if (value !== 'rename') onClose()
          actions[value]?.run()
        }}
      />
    </Panel>
  )
}
