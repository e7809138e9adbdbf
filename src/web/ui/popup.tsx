import { type HTMLAttributes, type MouseEvent, useLayoutEffect, useRef } from 'react'
import controls from './controls.module.css'
import { useLayer } from './layers.ts'
import classes from './popup.module.css'
import { usePlacement } from './use-placement.ts'

interface Props extends Pick<HTMLAttributes<HTMLDivElement>, 'children' | 'role' | 'aria-label' | 'id' | 'onBlur'> {
  /** The element that it opens at. */
  anchor: Element | null
  /** Whether it is at least as wide as the anchor. */
  isAsWide?: boolean
  /** Called on Escape. */
  onClose: () => void
}

/**
 * A calendar or a list below a field, open while it is mounted. The field keeps the focus, also while something in it is clicked. It is above
 * everything else, and nothing cuts it off.
 */
export function Popup({ anchor, isAsWide, onClose, ...rest }: Props) {
  const popup = useRef<HTMLDivElement>(null)
  useLayer(onClose, { isOfField: true })
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
      className={`${controls.floating} ${classes.popup}`}
      style={isAsWide ? { minWidth: anchor?.clientWidth } : undefined}
      {...attributes}
    />
  )
}
