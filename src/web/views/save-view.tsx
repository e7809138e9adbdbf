import { lazy, Suspense } from 'react'
import { useSavedViewChanges } from '../saved-views/queries.ts'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { usePanel } from '../ui/use-panel.ts'
import type { NameProps } from './name-view.tsx'
import classes from './rail.module.css'

const NamePanel = lazy(async () => ({ default: (await import('./name-view.tsx')).NameView }))

/** Saves the current address under a name. */
export function SaveView({ address }: { address: string }) {
  const { button, anchor, isOpen, close } = usePanel()
  const { save } = useSavedViewChanges()
  return (
    <>
      <button
        {...button}
        className={`${controls.icon} ${classes.icon}`}
        aria-label="Save this view"
        title="Save this view"
      >
        <PlusIcon size={16} />
      </button>
      {isOpen && (
        <NameView
          anchor={anchor.current}
          label="Save this view"
          action="Save"
          onSave={(name) => save(name, address)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Asks for the name of a view. */
export function NameView(props: NameProps) {
  return (
    <Suspense>
      <NamePanel {...props} />
    </Suspense>
  )
}
