import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { Dialog, focusNow } from '../ui/dialog.tsx'
import { isComposing } from '../ui/layers.ts'
import { PartFailed, usePart } from '../ui/part.tsx'
import classes from './palette.module.css'
import { overlays } from './parts.ts'

export interface ListProps {
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
export function Palette({ onClose }: { onClose: () => void }) {
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
    <Dialog onClose={onClose} aria-label="Command palette" withCloseButton={false} size={640} yOffset={96} padding={0}>
      <input
        ref={(element) => {
          if (!field.current) focusNow(element)
          field.current = element
        }}
        className={classes.field}
        role="combobox"
        aria-label="Search or jump to"
        aria-expanded={Boolean(list.Part)}
        aria-controls={list.Part ? itemId(-1) : undefined}
        aria-activedescendant={list.Part ? itemId(active) : undefined}
        placeholder="Search or jump to …"
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
      />
      {list.Part && (
        <list.Part
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
