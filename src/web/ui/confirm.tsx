import { Button, Group, Text } from '@mantine/core'
import { ask } from './ask.tsx'

interface Question {
  question: string
  detail?: string
  /** The label of the button that confirms. */
  action: string
}

/** Asks for confirmation. The cancel button has the focus, and Escape cancels. */
export async function confirm({ question, detail, action }: Question): Promise<boolean> {
  const isConfirmed = await ask<boolean>(question, (answer) => (
    <>
      {detail && (
        <Text size="sm" c="dimmed" mb="md" dir="auto">
          {detail}
        </Text>
      )}
      <Group mt={detail ? 0 : 'md'} justify="flex-end">
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button color="red" onClick={() => answer(true)}>
          {action}
        </Button>
      </Group>
    </>
  ))
  return isConfirmed ?? false
}
