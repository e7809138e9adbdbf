import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface Focused {
  button: Element
  row: number
  /** Its place among the buttons of the row. */
  place: number
}

/** When the row of a focused button disappears, the same button of the row in its place gets the focus. Returns the handlers for the list. */
export function useFocusInPlace(list: RefObject<HTMLElement | null>) {
  const last = useRef<Focused>(undefined)
  useLayoutEffect(() => {
    const rows = list.current?.children
    if (!last.current || !rows || last.current.button.isConnected || document.activeElement !== document.body) return
    const { row, place } = last.current
    const buttons = buttonsIn(rows[Math.min(row, rows.length - 1)])
    const next = buttons[place] ?? buttons[0]
    next?.focus()
  })
  return {
    onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
      const rows = [...currentTarget.children]
      const row = rows.findIndex((each) => each.contains(target))
      const place = buttonsIn(rows[row]).indexOf(target as HTMLButtonElement)
      last.current = place < 0 ? undefined : { button: target, row, place }
    },
    // Only a user who goes elsewhere takes the focus away: not a question about the row, a button that is busy, or another window.
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      const isKept = relatedTarget?.closest('[role="dialog"]') || target.matches(':disabled') || !document.hasFocus()
      if (!isKept) last.current = undefined
    },
  }
}

const buttonsIn = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])]
