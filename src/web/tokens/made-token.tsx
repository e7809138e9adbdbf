import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { copyText } from '../ui/copy-text.ts'

/** Shows a new token, for the only time. */
export function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  const copy = async () => setResult((await copyText(token)) ? 'copied' : 'failed')
  return (
    <Stack gap="md">
      <Text size="sm">Copy the token now. It is not shown again, because the server stores only a hash of it.</Text>
      <TextInput
        label="Token"
        value={token}
        readOnly
        classNames={{ input: 'mono' }}
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text size="sm" role="status" c="dimmed" mih={20}>
        {result === 'copied' && 'Copied.'}
        {result === 'failed' && 'The browser does not allow copying here. Select the token and copy it yourself.'}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button onClick={copy} data-autofocus>
          Copy token
        </Button>
      </Group>
    </Stack>
  )
}
