import { Button } from '@mantine/core'
import { messageOf } from './failed.ts'
import { MessagePage } from './message-page.tsx'

/** In the place of what could not be loaded: why, and a way to try again. */
export function LoadFailed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => unknown }) {
  return (
    <MessagePage title={`We could not load ${what}`} text={messageOf(error, 'The server did not say why.')}>
      <Button onClick={() => onRetry()}>Try again</Button>
    </MessagePage>
  )
}
