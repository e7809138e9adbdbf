import type { ReactNode } from 'react'
import controls from '../ui/controls.module.css'
import { Panel } from '../ui/panel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import classes from './rail.module.css'

interface Props {
  name: string
  icon: ReactNode
  children: (close: () => void) => ReactNode
}

/** An icon of the strip that opens the views or the labels. */
export function RailPanel({ name, icon, children }: Props) {
  const { button, anchor, isOpen, close } = usePanel()
  return (
    <li>
      <button {...button} className={`${controls.button} ${classes.link}`} aria-label={name} title={name}>
        {icon}
      </button>
      {isOpen && (
        <Panel anchor={anchor.current} label={name} title="" width={224} onClose={close}>
          {children(close)}
        </Panel>
      )}
    </li>
  )
}
