import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'

interface Question {
  question: string
  detail?: string
  /** What the button says that does it. */
  action: string
}

/** Asks before something that matters. The safe button has the focus; Escape is a no. */
export function confirm({ question, detail, action }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: question,
      centered: true,
      children: detail ? (
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      ) : undefined,
      labels: { confirm: action, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    })
  })
}
