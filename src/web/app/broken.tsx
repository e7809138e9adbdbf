import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { paths } from '../navigation/paths.ts'
import { createBackoff } from '../ui/backoff.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { MessagePage } from '../ui/message-page.tsx'
import { removeFirstScreen } from './first-screen.ts'
import { NotLoaded } from './on-demand.ts'

/** Shown when a screen throws or cannot be loaded. */
export function Broken() {
  const error = useRouteError()
  useLayoutEffect(removeFirstScreen, [])
  if (error instanceof NotLoaded) return <Missing error={error} />
  return (
    <MessagePage
      title="Something went wrong"
      text="This screen stopped working. Saved changes are safe. Reload it, or continue from the dashboard."
    >
      <div className="row">
        <Reload />
        <LinkButton to={paths.dashboard} variant="default">
          Back to the dashboard
        </LinkButton>
      </div>
      <code className="mono">{error instanceof Error ? error.message : 'Unknown error'}</code>
    </MessagePage>
  )
}

/** Offline, a reload would lose the page; after an update of the server, only a reload helps. */
function Missing({ error }: { error: NotLoaded }) {
  const location = useLocation()
  const navigate = useNavigate()
  const online = navigator.onLine
  const [backoff] = useState(() => createBackoff(4_000, 60_000))
  const tryAgain = async () => {
    const remembered = error.rememberedModule
    if (remembered && (await isThere(remembered))) window.location.reload()
    else await navigate(location, { replace: true })
  }
  const retry = useEffectEvent(() => void tryAgain())

  useEffect(() => {
    // Each failed attempt has a new error, and starts the effect again.
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
      text={online ? 'The server did not send it.' : 'You are offline. Try again when you are online.'}
    >
      <div className="row">
        <Button onClick={tryAgain}>Try again</Button>
        {online && <Reload variant="default" />}
      </div>
    </MessagePage>
  )
}

const isThere = (address: string) =>
  fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

function Reload({ variant = 'filled' }: { variant?: 'default' | 'filled' }) {
  return (
    <Button variant={variant} onClick={() => window.location.reload()}>
      Reload
    </Button>
  )
}
