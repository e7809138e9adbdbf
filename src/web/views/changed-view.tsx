import { useLocation, useNavigate } from 'react-router'
import type { SavedView } from '../../contract/schemas/views.ts'
import { withKeys } from '../commands/commands.ts'
import { useCommands } from '../commands/use-commands.ts'
import { useSavedViewChanges } from '../saved-views/queries.ts'
import controls from '../ui/controls.module.css'
import { usePanel } from '../ui/use-panel.ts'
import classes from './changed-view.module.css'
import NameView from './name-view.tsx'

interface Props {
  saved: SavedView
  /** Whether it says the name of the view, which is the heading otherwise. */
  isNamed: boolean
}

/** Says that the saved view on the screen was changed, and saves the change or takes it back. */
export function ChangedView({ saved, isNamed }: Props) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const { setAddress, save } = useSavedViewChanges()
  const { button, anchor, isOpen, close } = usePanel()
  const address = pathname + search
  const keep = () => void setAddress(saved, address)
  useCommands({ save: keep })
  return (
    <section className={classes.changed} aria-label="Changed view">
      {isNamed && (
        <span className={classes.name} dir="auto">
          {saved.name}
        </span>
      )}
      <span className={classes.chip} role="status">
        View changed
      </span>
      <button
        type="button"
        className={`${controls.small} ${classes.action} ${classes.save}`}
        title={withKeys('save')}
        onClick={keep}
      >
        Save
      </button>
      <button {...button} className={`${controls.small} ${classes.action} ${classes.other}`}>
        Save as new …
      </button>
      <button
        type="button"
        className={`${controls.small} ${classes.action}`}
        onClick={() => void navigate(saved.address)}
      >
        Reset
      </button>
      {isOpen && (
        <NameView
          anchor={anchor.current}
          label="Save as a new view"
          action="Save"
          onSave={(name) => save(name, address)}
          onClose={close}
        />
      )}
    </section>
  )
}
