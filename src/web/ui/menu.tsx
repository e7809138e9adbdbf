import type { KeyboardEvent, ReactNode } from 'react'
import controls from './controls.module.css'
import classes from './menu.module.css'
import { Panel } from './panel.tsx'
import { usePanel } from './use-panel.ts'

interface Props {
  name: string
  /** The content of the button. */
  label: ReactNode
  buttonClass?: string | undefined
  width?: number
  /** Elements with the role `menuitem` and the class `menuItem`. */
  children: (close: () => void) => ReactNode
}

export const menuItem = `${controls.button} ${classes.item}`
export const menuDivider = classes.divider

/** A button with a menu. The arrow keys, Home and End move in it, and a letter moves to the next item that begins with it. */
export function Menu({ name, label, buttonClass, width = 200, children }: Props) {
  const { isOpen, anchor, close, button } = usePanel('menu')
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') {
      // From the button on, as if the menu were there in the page.
      anchor.current?.focus()
      return close()
    }
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    const next = itemAfter(items, document.activeElement, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      <button {...button} className={buttonClass}>
        {label}
      </button>
      {isOpen && (
        <Panel
          anchor={anchor.current}
          role="menu"
          label={name}
          title=""
          width={width}
          isAtEnd
          isSheet={false}
          onKeyDown={onKeyDown}
          onClose={close}
        >
          {children(close)}
        </Panel>
      )}
    </>
  )
}

function itemAfter(items: HTMLElement[], active: Element | null, key: string): HTMLElement | undefined {
  const at = items.indexOf(active as HTMLElement)
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at < 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const others = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return others.find((item) => item.textContent.toLowerCase().startsWith(key.toLowerCase()))
}
