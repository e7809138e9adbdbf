import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { tokenCalls } from '../../../contract/calls/tokens.ts'
import { call } from '../../../contract/client.ts'
import type { Device } from '../../../contract/schemas/tokens.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { accountQuery, mustProveElsewhere } from '../../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../../accounts/proof.tsx'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { paths } from '../../navigation/paths.ts'
import { AskedAccess } from '../../tokens/asked-access.tsx'
import { tokensQuery } from '../../tokens/queries.ts'
import { scopeWords } from '../../tokens/scope-words.ts'
import { Button } from '../../ui/button.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { shownCode } from './shown-code.ts'

type Choice = 'approved' | 'refused'

export interface Outcome {
  decision: Choice
  message: string
}

interface Props {
  device: Device
  code: string
  onDecided: (outcome: Outcome) => void
}

/** Shows the device, and asks to approve or refuse it. */
export function Decision({ device, code, onDecided }: Props) {
  const { user } = useSignedIn()
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const mustProve = mustProveElsewhere(account)
  const decide = useMutation({
    mutationFn: (choice: Choice) =>
      call(choice === 'approved' ? tokenCalls.approveDevice : tokenCalls.refuseDevice, { body: { user_code: code } }),
    meta: { failure: 'Device error' },
    onSuccess: ({ message }, decision) => {
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
      onDecided({ decision, message: message.replace(/\.( .*)?$/, '') })
    },
    onError: (error) =>
      reportFailure('Device error', error, 'The device was neither approved nor refused. Please try again.'),
  })
  const approve = () => void ifProved(() => decide.mutate('approved'), 'This gives the device access to your tasks.')
  const facts: [string, string][] = [
    ['Code', shownCode(code)],
    ['Program', device.client],
    ['Address', `${device.address} (${device.isSameAddress ? 'that of this browser' : 'not that of this browser'})`],
    ['Access', scopeWords[device.scope].name],
    ['Started', timeAgo(device.createdAt)],
  ]
  return (
    <AskedAccess name={device.name} facts={facts}>
      <p>
        It may {scopeWords[device.scope].may} (signed in as <bdi>{user.username}</bdi>), until you revoke its token.
      </p>
      <p className="medium">
        Approve it only if you have just started this yourself, and the device shows the same code.
      </p>
      {mustProve && (
        <ProveElsewhere purpose="prove" then="approve the device" page={`${paths.device}?code=${shownCode(code)}`} />
      )}
      <div className="row end">
        <Button
          variant="default"
          onClick={() => decide.mutate('refused')}
          isBusy={decide.isPending && decide.variables === 'refused'}
        >
          Refuse
        </Button>
        <Button
          onClick={approve}
          disabled={!account || mustProve}
          isBusy={decide.isPending && decide.variables === 'approved'}
        >
          Approve
        </Button>
      </div>
    </AskedAccess>
  )
}
