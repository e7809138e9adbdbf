import { Button, Code } from '@mantine/core'
import { useRouteError } from 'react-router'
import { MessagePage } from '../ui/message-page.tsx'

/** Catches what a screen threw, or a screen that did not load, as after an update of the server. */
export function Broken() {
  const error = useRouteError()
  return (
    <MessagePage
      title="Something broke"
      text="This screen stopped working. What you saved is safe; reloading usually mends it."
    >
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <Code>{error instanceof Error ? error.message : 'Unknown error'}</Code>
    </MessagePage>
  )
}
