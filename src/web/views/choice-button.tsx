import type { ReactNode } from 'react'
import controls from '../ui/controls.module.css'
import { DownIcon } from '../ui/icons.tsx'
import { Listbox, type Option } from '../ui/listbox.tsx'
import { Panel } from '../ui/panel.tsx'
import { usePanel } from '../ui/use-panel.ts'
import classes from './header-row.module.css'

interface Props {
  /** The subject of the choice, such as `Sort by`. */
  label: string
  icon: ReactNode
  /** The current choice in words. */
  value: string
  options: Option[]
  current: string
  onChoose: (value: string) => void
  isDisabled?: boolean
}

/** A button that shows the current choice and opens a list of all. On a narrow row it shows only its icon. */
export function ChoiceButton({ label, icon, value, options, current, onChoose, isDisabled = false }: Props) {
  const { button, anchor, isOpen, close } = usePanel()
  return (
    <>
      <button
        {...button}
        className={`${controls.button} ${classes.choice}`}
        aria-label={`${label}: ${value}`}
        title={`${label}: ${value}`}
        disabled={isDisabled}
      >
        <span className={classes.choiceIcon}>{icon}</span>
        <span className={classes.choiceWords}>{value}</span>
        <DownIcon size={14} />
      </button>
      {isOpen && (
        <Panel anchor={anchor.current} label={label} isAtEnd onClose={close}>
          <Listbox
            label={label}
            options={options}
            current={[current]}
            onChoose={(chosen) => {
              close()
              onChoose(chosen)
            }}
          />
        </Panel>
      )}
    </>
  )
}
