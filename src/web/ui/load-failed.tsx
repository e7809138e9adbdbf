import { Button } from './button.tsx'
import { messageOf } from './failed.ts'
import { MessagePage } from './message-page.tsx'

interface Props {
  what: string
  error: unknown
  onRetry: () => unknown
  order?: 1 | 2 | undefined
}

/** Replaces content that could not be loaded: says why, and offers to try again. */
export function LoadFailed({ what, error, onRetry, order }: Props) {
  return (
    <MessagePage title={`Could not load ${what}`} text={messageOf(error, 'The server gave no reason.')} order={order}>
      <Button onClick={() => onRetry()}>Try again</Button>
    </MessagePage>
  )
}
