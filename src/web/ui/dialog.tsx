import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import classes from './dialog.module.css'
import { useLayer } from './layers.ts'
import { rememberFocus } from './return-focus.ts'

type Props = Omit<ModalProps, 'opened' | 'closeOnEscape' | 'transitionProps'>

/**
 * A dialog that is open while it is on the screen. It appears at once: a field in it takes the next key that is pressed. The focus returns
 * to where it was when the dialog is gone.
 */
export function Dialog({ onClose, ...rest }: Props) {
  // While it renders for the first time: once it is in the page, its first field has the focus.
  const [giveBackFocus] = useState(rememberFocus)
  useLayoutEffect(() => giveBackFocus, [giveBackFocus])
  useLayer(onClose)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '' }}
      {...rest}
    />
  )
}

/** Gives an element the focus as soon as it is in the page. For the first field of a dialog, with `data-autofocus`. */
export function focusNow(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
