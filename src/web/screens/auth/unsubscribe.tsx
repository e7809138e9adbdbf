import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { CallError, call } from '../../../contract/client.ts'
import { paths } from '../../navigation/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'

/** Stops the digest, after a press of the button: programs that follow the links of a mail change nothing. */
export function Unsubscribe() {
  useTitle('Stop the digest')
  const token = useSearchParams()[0].get('token') ?? ''
  const stop = useMutation({
    mutationFn: () => call(accountCalls.unsubscribe, { query: { token } }),
    meta: { failure: 'Digest error' },
  })
  const { error } = stop
  if (stop.data) {
    return (
      <MessagePage title="The digest is stopped" text="You can switch it on again in the settings.">
        <p className="visually-hidden" role="status">
          {stop.data.message}
        </p>
        <LinkButton to={paths.settings} variant="default">
          Open the settings
        </LinkButton>
      </MessagePage>
    )
  }
  if (error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')) {
    return (
      <MessagePage title="This link no longer works" text="Sign in to change the digest in the settings.">
        <LinkButton to={paths.settings}>Open the settings</LinkButton>
      </MessagePage>
    )
  }
  return (
    <MessagePage title="Stop the digest?" text="You get no more mails with what is due and what needs you.">
      {error && (
        <p className="critical" role="alert">
          {messageOf(error, 'The digest was not stopped')}
        </p>
      )}
      <Button isBusy={stop.isPending} onClick={() => stop.mutate()}>
        Stop this mail
      </Button>
    </MessagePage>
  )
}
