import { type ToggleEvent, useId, useRef, useState } from 'react'
import classes from './popover.module.css'

/**
 * A button with a panel below it. The browser closes the panel on Escape and on a click elsewhere, and gives the focus back. The first
 * control in the panel has the focus when it opens. Returns the attributes of both elements; the content is needed only while it is open.
 */
export function usePopover(role: 'menu' | 'dialog') {
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const buttonId = `${id}-button`
  return {
    isOpen,
    close: () => element.current?.hidePopover(),
    button: {
      type: 'button',
      id: buttonId,
      popoverTarget: id,
      'aria-haspopup': role,
      'aria-expanded': isOpen,
      'aria-controls': id,
    } as const,
    panel: {
      ref: element,
      id,
      popover: 'auto',
      className: classes.panel,
      tabIndex: -1,
      'aria-labelledby': buttonId,
      onBeforeToggle: ({ newState }: ToggleEvent) => {
        if (newState === 'open') setOpen(true)
      },
      onToggle: ({ newState }: ToggleEvent) => {
        if (newState === 'open') element.current?.querySelector<HTMLElement>('a, button')?.focus()
        // Not earlier: the browser gives the focus back only if it is still in the panel.
        else setOpen(false)
      },
    } as const,
  }
}
