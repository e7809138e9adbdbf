import type { ReactNode } from 'react'
import controls from '../ui/controls.module.css'
import { CloseIcon } from '../ui/icons.tsx'
import classes from './filter-sheet.module.css'

interface Props {
  title: string
  onClose: () => void
  /** An action beside the button that closes the sheet. */
  children?: ReactNode
}

/** The head of a sheet of a narrow screen. */
export function SheetHead({ title, onClose, children }: Props) {
  return (
    <>
      {title}
      <span className={classes.head}>
        {children}
        <button
          type="button"
          className={`${controls.icon} ${classes.close}`}
          aria-label="Close"
          data-autofocus
          onClick={onClose}
        >
          <CloseIcon size={20} />
        </button>
      </span>
    </>
  )
}
