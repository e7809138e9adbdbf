import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import controls from '../ui/controls.module.css'
import fieldClasses from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { icon } from '../ui/icon.tsx'
import type { TextField } from '../ui/text-field.tsx'

const EyeIcon = icon(
  <>
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
)
const EyeOffIcon = icon(
  <path d="m4 4 16 16M9.9 5.8c.7-.2 1.4-.3 2.1-.3 6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.7 3.4M6.2 7.2A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1.1M10 10a2.8 2.8 0 0 0 4 4" />,
)

/** A password field with a button that shows it, and a hint while Caps Lock is on. */
export function PasswordField({ id, label, hint, error, ...rest }: ComponentProps<typeof TextField>) {
  const [capsLock, setCapsLock] = useState(false)
  const [isShown, setShown] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field
      {...{ id, label, error }}
      hint={capsLock ? 'Caps Lock is on' : hint}
      isHintBelow
      end={
        <button
          type="button"
          className={`${controls.icon} ${controls.reachable} ${fieldClasses.inside}`}
          aria-label="Show or hide the password"
          aria-pressed={isShown}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
        </button>
      }
    >
      {(attributes) => (
        <input
          type={isShown ? 'text' : 'password'}
          {...attributes}
          {...rest}
          onKeyDown={checkCapsLock}
          onKeyUp={checkCapsLock}
        />
      )}
    </Field>
  )
}
