import { type KeyboardEvent, useCallback, useRef, useState } from 'react'
import type { User } from '../../contract/schemas/accounts.ts'
import { commandTargets } from '../commands/command-targets.ts'
import type { CommandId } from '../commands/commands.ts'
import { availableCommands } from '../commands/use-commands.ts'
import { type Combobox, ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { isComposing } from '../ui/layers.ts'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { overlays } from './on-demand.ts'
import classes from './palette.module.css'

export interface ListProps {
  user: User
  /** The commands that could run when the palette was opened, and the tasks that they change. */
  context: { available: CommandId[]; targets: readonly string[] }
  combobox: Combobox
  /** Called when the items for the query are rendered. */
  onReady: () => void
  onClose: () => void
}

/** Finds screens, commands and tasks. The field is rendered at once; the list is loaded after it. */
export function Palette({ user, onClose }: { user: User; onClose: () => void }) {
  // Read during the first render, because afterwards the field has the focus, and no longer a task.
  const [context] = useState(() => ({ available: availableCommands(), targets: commandTargets.get() }))
  const combobox = useCombobox()
  const list = useOnDemand(overlays.palette)
  const field = useRef<HTMLInputElement>(null)
  const isReady = useRef(false)
  /** The query when Enter was pressed, if the list was not loaded yet. */
  const entered = useRef<string>(undefined)

  const { options } = combobox
  const onReady = useCallback(() => {
    isReady.current = true
    if (entered.current === field.current?.value) options()[0]?.click()
    entered.current = undefined
  }, [options])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isReady.current || isComposing(event.nativeEvent)) return combobox.onKeyDown(event)
    event.preventDefault()
    if (!event.repeat) entered.current = combobox.text
  }
  return (
    <Dialog onClose={onClose} aria-label="Command palette" size="palette" top="96px" isFlush>
      <div className={classes.head}>
        <SearchIcon />
        <ComboboxField
          combobox={combobox}
          hasOptions={Boolean(list.Component)}
          ref={(element) => {
            if (!field.current) focusNow(element)
            field.current = element
          }}
          className={`${controls.bare} ${classes.field}`}
          label="Search or jump to"
          placeholder="Search or jump to …"
          spellCheck={false}
          onKeyDown={onKeyDown}
        />
        <kbd className={`about-keys ${keycap.keycap}`}>Esc</kbd>
      </div>
      {list.Component && (
        <list.Component user={user} context={context} combobox={combobox} onReady={onReady} onClose={onClose} />
      )}
      {list.hasFailed && (
        <div className={classes.failed}>
          <CodeFailed onRetry={list.retry} />
        </div>
      )}
    </Dialog>
  )
}
