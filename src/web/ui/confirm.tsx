import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { EscapeLayer } from './layers.ts'

interface Question {
  question: string
  detail?: string
  /** The label of the button that confirms. */
  action: string
}

/** Asks for confirmation. The cancel button has the focus, and Escape cancels. */
export function confirm({ question, detail, action }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = modals.openConfirmModal({
      title: question,
      centered: true,
      returnFocus: false,
      children: (
        <>
          <EscapeLayer onEscape={() => modals.close(id)} />
          {detail && (
            <Text size="sm" c="dimmed">
              {detail}
            </Text>
          )}
        </>
      ),
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
