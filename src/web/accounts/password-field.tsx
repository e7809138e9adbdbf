import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

/** A password field with a button that shows it, and a hint while Caps Lock is on. */
export function PasswordField(props: PasswordInputProps) {
  const [capsLock, setCapsLock] = useState(false)
  const checkCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...props}
      onKeyDown={checkCapsLock}
      onKeyUp={checkCapsLock}
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0, 'aria-hidden': false }}
      description={capsLock ? 'Caps Lock is on' : props.description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}
