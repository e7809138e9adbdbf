import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { EscapeLayer } from './layers.ts'

interface Question {
  question: string
  detail?: string
  /** What the button says that does it. */
  action: string
}

/** Asks before something that matters. The safe button has the focus; Escape means no. */
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
