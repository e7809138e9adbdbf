import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { MessagePage } from '../../ui/message-page.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <MessagePage title="Page not found" text={`There is nothing at ${pathname}. The link may be old or mistyped.`}>
      <Button component={Link} to="/">
        Back to the home page
      </Button>
    </MessagePage>
  )
}
