import { Button, Group } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate, useRouteError } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { createBackoff } from '../ui/backoff.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { NotLoaded } from './parts.ts'

/** Catches what a screen threw, or a screen that did not load. */
export function Broken() {
  const error = useRouteError()
  if (error instanceof NotLoaded) return <Missing error={error} />
  return (
    <MessagePage
      title="Something broke"
      text="This screen stopped working. What you saved is safe. Reload it, or go on from the dashboard."
    >
      <Group gap="xs">
        <Reload />
        <Button component={Link} to={paths.dashboard} variant="default">
          Back to the dashboard
        </Button>
      </Group>
      <code className="mono">{error instanceof Error ? error.message : 'Unknown error'}</code>
    </MessagePage>
  )
}

/** Offline, a reload would take away what is here; after an update of the server, only a reload brings the screen. */
function Missing({ error }: { error: NotLoaded }) {
  const location = useLocation()
  const navigate = useNavigate()
  const online = navigator.onLine
  const [backoff] = useState(() => createBackoff(4_000, 60_000))
  const retry = useEffectEvent(() => navigate(location, { replace: true }))

  useEffect(() => {
    // Each failed attempt is another error.
    const timer = error ? setTimeout(() => retry(), backoff.next()) : undefined
    const now = () => retry()
    window.addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
    }
  }, [error, backoff])

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
