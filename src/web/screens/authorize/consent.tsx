import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { oauthCalls } from '../../../contract/calls/oauth.ts'
import { call } from '../../../contract/client.ts'
import type { AskingProgram } from '../../../contract/schemas/oauth.ts'
import { accountQuery, mustProveElsewhere } from '../../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { AskedAccess } from '../../tokens/asked-access.tsx'
import { tokensQuery } from '../../tokens/queries.ts'
import { ScopeChoice } from '../../tokens/scope-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { goTo } from './go-to.ts'

interface Props {
  program: AskingProgram
  /** The parameters with which the program has opened the page. */
  request: Record<string, string>
  /** The address of the page, to come back to it. */
  page: string
  onApproved: (answer: { message: string; redirect: string }) => void
}

const returns: Record<AskingProgram['returnKind'], (to: string) => string> = {
  machine: (to) => `${to} (a program on this machine)`,
  site: (to) => `${to} (a website)`,
  app: (to) => `${to} (an app on this machine)`,
}

/** Shows the program that asks, and approves or refuses it. */
export function Consent({ program, request, page, onApproved }: Props) {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const [granted, setGranted] = useState(program.scope)
  const mustProve = mustProveElsewhere(account)
  const approve = useMutation({
    mutationFn: () => call(oauthCalls.approve, { body: { ...request, granted } }),
    meta: { failure: 'Program error' },
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
      onApproved(answer)
    },
    onError: (error) => reportFailure('Program error', error, 'The program was not approved. Please try again.'),
  })
  const refuse = useMutation({
    mutationFn: () => call(oauthCalls.refuse, { body: request }),
    // The program is told also if the server cannot note it.
    onSettled: () => goTo(program.refusal),
  })
  const facts: [string, string][] = [
    ['Account', `${user.username} (${user.email})`],
    ['Returns to', returns[program.returnKind](program.returnsTo)],
    ['Described by', program.site ?? 'itself only: the name may be wrong'],
  ]
  return (
    <AskedAccess name={program.name} facts={facts}>
      {program.scope === 'write' ? (
        <ScopeChoice scopes={['read', 'write']} chosen={granted} onChoice={setGranted} />
      ) : (
        <ScopeChoice scopes={['read']} chosen="read" onChoice={setGranted} />
      )}
      <p className="medium">
        Approve it only if you have just started this yourself. It has access until you revoke its token, for a year at
        most, and not longer than 60 days without use.
      </p>
      {mustProve && <ProveElsewhere purpose="prove" then="approve the program" page={page} />}
      <div className="row end">
        <Button variant="default" onClick={() => refuse.mutate()} isBusy={refuse.isPending}>
          Refuse
        </Button>
        <Button
          onClick={() => void ifProved(() => approve.mutate(), 'This gives the program access to your tasks.')}
          disabled={!account || mustProve}
          isBusy={approve.isPending}
        >
          Approve
        </Button>
      </div>
    </AskedAccess>
  )
}
