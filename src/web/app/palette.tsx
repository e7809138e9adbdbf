import { useState } from 'react'
import type { Preferences, User } from '../../contract/schemas/accounts.ts'
import { commandTargets } from '../commands/command-targets.ts'
import { availableCommands } from '../commands/use-commands.ts'
import { ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import classes from './palette.module.css'
import { PaletteList } from './palette-list.tsx'

interface Props {
  user: User
  dateStyle: Preferences['dateStyle']
  onClose: () => void
}

/** Finds screens, commands and tasks. */
export function Palette({ user, dateStyle, onClose }: Props) {
  // Read during the first render, because afterwards the field has the focus, and no longer a task.
  const [context] = useState(() => ({ available: availableCommands(), targets: commandTargets.get() }))
  const combobox = useCombobox()
  return (
    <Dialog onClose={onClose} aria-label="Command palette" size="palette" top="96px" isFlush>
      <div className={classes.head}>
        <SearchIcon />
        <ComboboxField
          combobox={combobox}
          hasOptions
          className={`${controls.bare} ${classes.field}`}
          label="Search or jump to"
          placeholder="Search or jump to …"
          spellCheck={false}
        />
        <kbd className={`about-keys ${keycap.keycap}`}>Esc</kbd>
      </div>
      <PaletteList user={user} dateStyle={dateStyle} context={context} combobox={combobox} onClose={onClose} />
    </Dialog>
  )
}
