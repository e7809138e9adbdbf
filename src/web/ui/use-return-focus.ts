import { useRef } from 'react'

/** Gives the focus back to where it was before something opened that is taken from the page when it closes. */
export function useReturnFocus() {
  const before = useRef<Element | null>(null)
  return {
    remember: () => {
      before.current = document.activeElement
    },
    /** After the page was drawn without it. */
    giveBack: () =>
      setTimeout(() => {
        if (before.current instanceof HTMLElement && document.activeElement === document.body) before.current.focus()
      }),
  }
}
