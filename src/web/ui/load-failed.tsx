import { Button } from '@mantine/core'
import { messageOf } from './failed.ts'
import { MessagePage } from './message-page.tsx'

/** Replaces content that could not be loaded: says why, and offers to try again. */
export function LoadFailed({ what, error, onRetry }: { what: string; error: unknown; onRetry: () => unknown }) {
  return (
    <MessagePage title={`Could not load ${what}`} text={messageOf(error, 'The server gave no reason.')}>
      <Button onClick={() => onRetry()}>Try again</Button>
    </MessagePage>
  )
}
