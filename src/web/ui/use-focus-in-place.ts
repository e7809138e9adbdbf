import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface Focused {
  button: Element
  row: number
  /** Its place among the buttons of the row. */
  place: number
}

/** When the row of a focused button disappears, the same button of the row in its place gets the focus, or its first control. Returns the handlers for the list. */
export function useFocusInPlace(list: RefObject<HTMLElement | null>) {
  const last = useRef<Focused>(undefined)
  useLayoutEffect(() => {
    const rows = list.current?.children
    if (!last.current || !rows || last.current.button.isConnected || document.activeElement !== document.body) return
    const { row, place } = last.current
    const now = rows[Math.min(row, rows.length - 1)]
    const next = buttonsIn(now)[place] ?? now?.querySelector<HTMLElement>('button, a')
    next?.focus()
  })
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      if (isInPanel(target, currentTarget)) return
      const rows = [...currentTarget.children]
      const row = rows.findIndex((each) => each.contains(target))
      const place = buttonsIn(rows[row]).indexOf(target as HTMLButtonElement)
      last.current = place < 0 ? undefined : { button: target, row, place }
    },
    // Only a user who goes elsewhere takes the focus away: not a question about the row, a button that is busy, or another window.
    onBlur: ({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (isInPanel(target, currentTarget)) return
      const isKept = relatedTarget?.closest('[role="dialog"]') || target.matches(':disabled') || !document.hasFocus()
      if (!isKept) last.current = undefined
    },
  }
}

/** Events in a panel that was opened from a row arrive at the list, too. */
const isInPanel = (target: Element, list: Element) => !list.contains(target)

const buttonsIn = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])]
