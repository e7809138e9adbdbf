import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import type { User } from '../../contract/schemas/accounts.ts'
import { commandTargets } from '../commands/command-targets.ts'
import type { CommandId } from '../commands/commands.ts'
import { availableCommands } from '../commands/use-commands.ts'
import controls from '../ui/controls.module.css'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { SearchIcon } from '../ui/icons.tsx'
import keycap from '../ui/keycap.module.css'
import { isComposing } from '../ui/layers.ts'
import { PartFailed, usePart } from '../ui/part.tsx'
import classes from './palette.module.css'
import { overlays } from './parts.ts'

export interface ListProps {
  user: User
  /** The commands that could run when the palette was opened, and the tasks that they change. */
  context: { available: CommandId[]; targets: readonly string[] }
  query: string
  /** The index of the item that Enter chooses. */
  active: number
  itemId: (index: number) => string
  onActive: (index: number) => void
  /** Called when the items for the query are rendered. */
  onReady: () => void
  onClose: () => void
}

/** Finds screens, commands and tasks. The field is rendered at once; the list is loaded after it. */
export function Palette({ user, onClose }: { user: User; onClose: () => void }) {
  // During the first render: afterwards the field has the focus, and no task.
  const [context] = useState(() => ({ available: availableCommands(), targets: commandTargets.get() }))
  const [query, setQuery] = useState('')
  const [active, setActive] = useState(0)
  const list = usePart(overlays.palette)
  const id = useId()
  const itemId = useCallback((index: number) => `${id}-${index}`, [id])
  const field = useRef<HTMLInputElement>(null)
  const isReady = useRef(false)
  /** The query when Enter was pressed, if the list was not loaded yet. */
  const entered = useRef<string>(undefined)

  const onReady = useCallback(() => {
    isReady.current = true
    if (entered.current === field.current?.value) document.getElementById(itemId(0))?.click()
    entered.current = undefined
  }, [itemId])
  const move = (to: number) => {
    const item = document.getElementById(itemId(to))
    if (!item || to < 0) return
    setActive(to)
    item.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    if (event.key === 'ArrowDown') move(active + 1)
    else if (event.key === 'ArrowUp') move(active - 1)
    else if (event.key === 'Enter' && !event.repeat) {
      if (isReady.current) document.getElementById(itemId(active))?.click()
      else entered.current = query
    } else return
    event.preventDefault()
  }
  return (
    <Dialog onClose={onClose} aria-label="Command palette" size="palette" top="96px" isFlush>
      <div className={classes.head}>
        <SearchIcon />
        <input
          ref={(element) => {
            if (!field.current) focusNow(element)
            field.current = element
          }}
          className={`${controls.bare} ${classes.field}`}
          role="combobox"
          aria-label="Search or jump to"
          aria-expanded={Boolean(list.Part)}
          aria-controls={list.Part ? itemId(-1) : undefined}
          aria-activedescendant={list.Part ? itemId(active) : undefined}
          placeholder="Search or jump to …"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          data-autofocus
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={`about-keys ${keycap.keycap}`}>Esc</kbd>
      </div>
      {list.Part && (
        <list.Part
          user={user}
          context={context}
          query={query}
          active={active}
          itemId={itemId}
          onActive={setActive}
          onReady={onReady}
          onClose={onClose}
        />
      )}
      {list.hasFailed && (
        <div className={classes.failed}>
          <PartFailed onRetry={list.retry} />
        </div>
      )}
    </Dialog>
  )
}
