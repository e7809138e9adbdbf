import { useRef } from 'react'

/** Remembers what has the focus before something opens. The result gives it back, once that is gone from the page. */
export function rememberFocus(): () => void {
  const before = document.activeElement
  return () => {
    setTimeout(() => {
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus()
    })
  }
}

/** `rememberFocus` for a component that opens something and closes it later. */
export function useReturnFocus() {
  const giveBack = useRef<() => void>(undefined)
  return {
    remember: () => {
      giveBack.current = rememberFocus()
    },
    giveBack: () => giveBack.current?.(),
  }
}
