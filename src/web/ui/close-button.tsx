import classes from './close-button.module.css'
import controls from './controls.module.css'
import { CloseIcon } from './icons.tsx'

interface Props {
  onClick: () => void
  /** Says what it closes or removes, if that is not the dialog around it. */
  label?: string
  size?: 'small' | 'medium'
}

export function CloseButton({ onClick, label = 'Close', size = 'medium' }: Props) {
  return (
    <button
      type="button"
      className={`${controls.icon} ${controls.reachable} ${classes.close}`}
      data-size={size}
      aria-label={label}
      onClick={onClick}
    >
      <CloseIcon size={size === 'small' ? 14 : 18} />
    </button>
  )
}
