import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { CallError, call } from '../../../contract/client.ts'
import { sessionQuery } from '../../accounts/session.ts'
import { paths } from '../../navigation/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { messageOf } from '../../ui/failed.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Loading } from '../../ui/loading.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { useTitle } from '../../ui/page.tsx'

const isUseless = (error: unknown) =>
  error instanceof CallError && (error.code === 'not_found' || error.code === 'invalid_input')

/** Confirms a new email with the link from a mail, after a press of the button. */
export function ConfirmEmail() {
  useTitle('Confirm your email')
  const client = useQueryClient()
  const token = useSearchParams()[0].get('token') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['email link', token],
    queryFn: () => call(accountCalls.emailLink, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const confirm = useMutation({
    mutationFn: () => call(accountCalls.confirmEmail, { body: { token } }),
    meta: { failure: 'Email error' },
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  })
  if (confirm.data) {
    return (
      <MessagePage title="Your email is confirmed" text={`From now on, you sign in as ${confirm.data.email}.`}>
        <p className="visually-hidden" role="status">
          {confirm.data.message}
        </p>
        <LinkButton to={paths.start}>Open Taskdeck</LinkButton>
      </MessagePage>
    )
  }
  if (isUseless(error) || isUseless(confirm.error)) {
    return (
      <MessagePage
        title="This link no longer works"
        text="It was used already, or it is too old. Ask for a new one in your profile."
      >
        <LinkButton to={paths.profile}>Open your profile</LinkButton>
      </MessagePage>
    )
  }
  if (error) return <LoadFailed what="this link" error={error} onRetry={refetch} />
  if (!data) return <Loading />
  return (
    <MessagePage title="Confirm your email" text={`You sign in as ${data.email} from then on.`}>
      {confirm.error && (
        <p className="critical" role="alert">
          {messageOf(confirm.error, 'The email was not confirmed')}
        </p>
      )}
      <Button isBusy={confirm.isPending} onClick={() => confirm.mutate()}>
        Confirm
      </Button>
    </MessagePage>
  )
}
