import { Button, Code, Group } from '@mantine/core'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { MessagePage } from '../ui/message-page.tsx'
import { NotLoaded } from './parts.ts'

/** Catches what a screen threw, or a screen that did not load. */
export function Broken() {
  const error = useRouteError()
  if (error instanceof NotLoaded) return <Missing />
  return (
    <MessagePage
      title="Something broke"
      text="This screen stopped working. What you saved is safe; reloading usually mends it."
    >
      <Reload />
      <Code>{error instanceof Error ? error.message : 'Unknown error'}</Code>
    </MessagePage>
  )
}

/** Offline, a reload would take away what is here; after an update of the server, only a reload brings the screen. */
function Missing() {
  const location = useLocation()
  const navigate = useNavigate()
  const online = navigator.onLine
  return (
    <MessagePage
      title="This screen is not loaded yet"
      text={online ? 'It did not arrive from the server.' : 'You are offline. Try again once you are back.'}
    >
      <Group gap="xs">
        <Button onClick={() => navigate(location, { replace: true })}>Try again</Button>
        {online && <Reload variant="default" />}
      </Group>
    </MessagePage>
  )
}

function Reload({ variant = 'filled' }: { variant?: string }) {
  return (
    <Button variant={variant} onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
}
