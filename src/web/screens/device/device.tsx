import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError } from '../../../contract/client.ts'
import { userCodeOf } from '../../../contract/tokens.ts'
import { settingsPath } from '../../navigation/paths.ts'
import { deviceQuery } from '../../tokens/queries.ts'
import { LinkButton } from '../../ui/button.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { MessagePage } from '../../ui/message-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CodeForm } from './code-form.tsx'
import { Decision, type Outcome } from './decision.tsx'

/** Signs in a device that shows a code. The code is in the address, or the user types it. */
export function Device() {
  const [search, setSearch] = useSearchParams()
  const code = userCodeOf(search.get('code') ?? '')
  // Each code is a new decision.
  return <WithCode key={code} code={code} onCode={(typed) => setSearch({ code: typed })} />
}

function WithCode({ code, onCode }: { code: string; onCode: (code: string) => void }) {
  const { data: device, error, refetch } = useQuery({ ...deviceQuery(code), enabled: code !== '' })
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome) return <Decided outcome={outcome} />
  const problem = error instanceof CallError && error.code === 'not_found' ? error.message : undefined
  if (error && !problem) return <LoadFailed what="the device" error={error} onRetry={refetch} />
  return (
    <Page title="Sign in a device">
      {(!code || problem) && <CodeForm key={problem} code={code} problem={problem} onCode={onCode} />}
      {code && !device && !error && <Skeleton height={240} maxWidth={520} />}
      {device && <Decision device={device} code={code} onDecided={setOutcome} />}
    </Page>
  )
}

const next = {
  approved: 'You can close this page and go back to the device. To end its access, revoke its token in the settings.',
  refused:
    'The device gets no access. If you did not start this, somebody else may have. They have seen none of your data.',
}

function Decided({ outcome: { decision, message } }: { outcome: Outcome }) {
  return (
    <MessagePage title={message} text={next[decision]}>
      <p className="visually-hidden" role="status">
        {message}
      </p>
      <LinkButton to={settingsPath('access')} variant="default">
        Open the settings
      </LinkButton>
    </MessagePage>
  )
}
