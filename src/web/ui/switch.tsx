import type { InputHTMLAttributes } from 'react'
import classes from './switch.module.css'

/** Switches something on or off at once. Needs a label. */
export function Switch({ checked, ...rest }: Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'>) {
  return (
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      checked={checked}
      className={classes.switch}
      {...rest}
    />
  )
}
