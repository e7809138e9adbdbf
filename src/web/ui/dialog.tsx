import { Modal, type ModalProps } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import classes from './dialog.module.css'
import { LayerContext } from './layer-context.ts'
import { useLayer } from './layers.ts'
import { rememberFocus } from './return-focus.ts'

type Props = Omit<ModalProps, 'opened' | 'closeOnEscape' | 'transitionProps'>

/**
 * A dialog that is open while it is mounted. It appears at once, so that a field in it receives the next key press. The focus returns to
 * where it was when the dialog closes.
 */
export function Dialog({ onClose, ...rest }: Props) {
  // During the first render: once the dialog is in the page, its first field has the focus.
  const [giveBackFocus] = useState(rememberFocus)
  useLayoutEffect(() => giveBackFocus, [giveBackFocus])
  const layer = useLayer(onClose)
  return (
    <LayerContext value={layer}>
      <Modal
        opened
        onClose={onClose}
        closeOnEscape={false}
        transitionProps={{ duration: 0 }}
        classNames={{ content: classes.content ?? '' }}
        {...rest}
      />
    </LayerContext>
  )
}

/** Gives an element the focus as soon as it is in the page. For the first field of a dialog, with `data-autofocus`. */
export function focusNow(element: HTMLElement | null) {
  element?.focus({ preventScroll: true })
}
