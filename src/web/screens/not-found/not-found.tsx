import { useLocation } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { MessagePage } from '../../ui/message-page.tsx'

export function NotFound() {
  const { pathname } = useLocation()
  return (
    <MessagePage title="Page not found" text={`There is nothing at ${pathname}. The link may be old or mistyped.`}>
      <LinkButton to="/">Back to the home page</LinkButton>
    </MessagePage>
  )
}
