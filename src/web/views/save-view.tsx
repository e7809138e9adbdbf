import { lazy, Suspense } from 'react'
import { useSavedViewChanges } from '../saved-views/queries.ts'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { usePanel } from '../ui/use-panel.ts'
import classes from './rail.module.css'

const NameView = lazy(() => import('./name-view.tsx'))

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
        <Suspense>
          <NameView
            anchor={anchor.current}
            label="Save this view"
            action="Save"
            onSave={(name) => save(name, address)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
