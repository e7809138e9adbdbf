import { type HTMLAttributes, type MouseEvent, useLayoutEffect, useRef } from 'react'
import controls from './controls.module.css'
import { useLayer } from './layers.ts'
import classes from './popup.module.css'
import { type Anchor, usePlacement } from './use-placement.ts'

interface Props extends Pick<HTMLAttributes<HTMLDivElement>, 'children' | 'role' | 'aria-label' | 'id' | 'onBlur'> {
  /** The element that it opens at, or a place in one. */
  anchor: Anchor | null
  /** Whether it is at least as wide as the anchor. */
  isAsWide?: boolean
  /** Whether it may use most of the height of the window. */
  isTall?: boolean
  /** Called on Escape. */
  onClose: () => void
  /** Receives all other keys before the field does. */
  onKey?: (event: KeyboardEvent) => void
}

/**
 * A calendar or a list below a field, open while it is mounted. The field keeps the focus, also while something in it is clicked. It is above
 * everything else, and nothing cuts it off.
 */
export function Popup({ anchor, isAsWide, isTall, onClose, onKey, ...rest }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useLayer(onClose, { isOfField: true, ...(onKey ? { onKey } : {}) })
  useLayoutEffect(() => {
    popup.current?.togglePopover(true)
  }, [])
  usePlacement(popup, anchor)
  const attributes = { ...rest, onMouseDown: (event: MouseEvent) => event.preventDefault() }
  return (
    <div
      ref={popup}
      popover="manual"
      data-popup
      data-tall={isTall}
      className={`${controls.floating} ${classes.popup}`}
      style={isAsWide ? { minWidth: anchor?.getBoundingClientRect().width } : undefined}
      {...attributes}
    />
  )
}
