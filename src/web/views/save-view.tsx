import { useSavedViewChanges } from '../saved-views/queries.ts'
import controls from '../ui/controls.module.css'
import { PlusIcon } from '../ui/icons.tsx'
import { Panel } from '../ui/panel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import { NameForm, type NameProps } from './name-form.tsx'
import classes from './rail.module.css'

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
export function NameView({ anchor, label, ...props }: NameProps & { anchor: Element | null; label: string }) {
  return (
    <Panel anchor={anchor} label={label} width={280} onClose={props.onClose}>
      <NameForm {...props} />
    </Panel>
  )
}
