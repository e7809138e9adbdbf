import { useRef, useState } from 'react'

/** A button that opens and closes a panel: the attributes of the button, and the state of the panel. */
export function usePanel(role: 'dialog' | 'menu' = 'dialog') {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    anchor,
    close: () => setOpen(false),
    button: {
      ref: anchor,
      type: 'button',
      'aria-haspopup': role,
      'aria-expanded': isOpen,
      onClick: () => setOpen(!isOpen),
    } as const,
  }
}
