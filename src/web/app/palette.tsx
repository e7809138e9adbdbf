import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Preferences, User } from '../../contract/schemas/accounts.ts'
import { commandTargets } from '../commands/command-targets.ts'
import { availableCommands } from '../commands/use-commands.ts'
import { ComboboxField, useCombobox } from '../ui/combobox.tsx'
import controls from '../ui/controls.module.css'
import { Dialog } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { CodeFailed, useOnDemand } from '../ui/on-demand.tsx'
import { overlays } from './on-demand.ts'
import classes from './palette.module.css'

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
  const { Component: PaletteList, hasFailed, retry } = useOnDemand(overlays.palette)
  // Enter may be pressed before the list is there: it chooses the first option then.
  const isEntered = useRef(false)
  const enter = useEffectEvent(() => combobox.options()[combobox.active]?.click())
  useEffect(() => {
    if (PaletteList && isEntered.current) enter()
  }, [PaletteList])
  return (
    <Dialog onClose={onClose} aria-label="Command palette" size="palette" top="96px" isFlush>
      <div className={classes.head}>
        <SearchIcon />
        <ComboboxField
          combobox={combobox}
          hasOptions={Boolean(PaletteList)}
          onKeyDown={(event) => {
            if (!PaletteList && event.key === 'Enter') isEntered.current = true
            combobox.onKeyDown(event)
          }}
          className={`${controls.bare} ${classes.field}`}
          label="Search or jump to"
          placeholder="Search or jump to …"
          spellCheck={false}
        />
        <kbd className={`about-keys ${keycap.keycap}`}>Esc</kbd>
      </div>
      {PaletteList && <PaletteList {...{ user, dateStyle, context, combobox, onClose }} />}
      {hasFailed && <CodeFailed onRetry={retry} />}
    </Dialog>
  )
}
