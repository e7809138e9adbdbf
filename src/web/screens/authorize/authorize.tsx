import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { paths, settingsPath } from '../../navigation/paths.ts'
import { programQuery } from '../../tokens/queries.ts'
import { AnchorButton, LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Consent } from './consent.tsx'
import { goTo } from './go-to.ts'

/** Asks the user whether a program may use the account. The program has opened this page, with its request in the address. */
export function Authorize() {
  const [search] = useSearchParams()
  // Each request is a new decision.
  return <WithRequest key={search.toString()} request={Object.fromEntries(search)} address={search.toString()} />
}

function WithRequest({ request, address }: { request: Record<string, string>; address: string }) {
  const { data: program, error, refetch } = useQuery(programQuery(request))
  const [approved, setApproved] = useState<{ message: string; redirect: string }>()
  if (approved) return <Approved {...approved} />
  if (error instanceof CallError && error.code === 'invalid_input') return <Unknown reason={error.message} />
  if (error) return <LoadFailed what="the program" error={error} onRetry={refetch} />
  if (program?.problem) {
    return (
      <MessagePage title={`${program.name} cannot sign in`} text={program.problem}>
        <AnchorButton href={program.refusal} variant="default">
          Tell the program
        </AnchorButton>
      </MessagePage>
    )
  }
  return (
    <Page title="Sign in a program">
      {!program && <Skeleton height={320} maxWidth={520} />}
      {program && (
        <Consent
          program={program}
          request={request}
          page={`${paths.authorize}?${address}`}
          onApproved={(answer) => {
            setApproved(answer)
            goTo(answer.redirect)
          }}
        />
      )}
    </Page>
  )
}

function Unknown({ reason }: { reason: string }) {
  return (
    <MessagePage title="This program cannot sign in" text={reason}>
      <LinkButton to={settingsPath('access')} variant="default">
        Open the settings
      </LinkButton>
    </MessagePage>
  )
}

function Approved({ message, redirect }: { message: string; redirect: string }) {
  return (
    <MessagePage
      title={message.replace(/\.$/, '')}
      text="It continues in its own window, and you can close this page. To end its access, revoke its token in the settings."
    >
      <p className="visually-hidden" role="status">
        {message}
      </p>
      <div className="row">
        <AnchorButton href={redirect} variant="subtle">
          It does not continue? Return to it
        </AnchorButton>
        <LinkButton to={settingsPath('access')} variant="default">
          Open the settings
        </LinkButton>
      </div>
    </MessagePage>
  )
}
