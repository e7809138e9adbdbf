import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useState } from 'react'
import { wayCalls } from '../../contract/calls/ways.ts'
import { call } from '../../contract/client.ts'
import type { NewWay } from '../../contract/schemas/ways.ts'
import { wayLimits } from '../../contract/ways.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { alertDone } from '../ui/alerts.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { waysQuery } from './queries.ts'

const hints: Record<NewWay['kind'], string> = {
  ntfy: 'With its topic, such as https://ntfy.sh/my-tasks',
  gotify: 'Of the server, such as https://gotify.example.com',
}

/** Adds a topic of ntfy or an application of Gotify. */
export function AddWay({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const mustProve = mustProveElsewhere(account)
  const [kind, setKind] = useState<NewWay['kind']>('ntfy')
  const [address, setAddress] = useState('')
  const [token, setToken] = useState('')
  const [isChecked, setChecked] = useState(false)
  const problem = address.trim() ? undefined : 'Please enter the address.'
  const tokenProblem = kind === 'gotify' && !token.trim() ? 'Please enter the token of the application.' : undefined
  const create = useMutation({
    mutationFn: (body: NewWay) => call(wayCalls.create, { body }),
    meta: { failure: 'Settings error' },
    onSuccess: ({ way }) => {
      alertDone(`Added ${way.name}. Send a test to see whether it arrives.`)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'It was not added. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: waysQuery.queryKey }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setChecked(true)
    if (problem || tokenProblem) return
    const body = { kind, address: address.trim(), ...(token.trim() ? { token: token.trim() } : {}) }
    void ifProved(() => create.mutate(body), 'The titles of your tasks are sent there until you remove it.')
  }
  return (
    <Dialog title="Add a way" onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <div className="stack">
          <SelectField
            label="Program"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as NewWay['kind'])}
            options={{ ntfy: 'ntfy', gotify: 'Gotify' }}
          />
          <TextField
            label="Address"
            hint={hints[kind]}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            maxLength={wayLimits.address}
            error={isChecked ? problem : undefined}
            inputMode="url"
            data-autofocus
          />
          <TextField
            label="Token"
            hint={kind === 'ntfy' ? 'If the topic needs one' : 'Of the application'}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            maxLength={wayLimits.token}
            error={isChecked ? tokenProblem : undefined}
            autoComplete="off"
          />
          {mustProve && <ProveElsewhere purpose="prove" then="add it" />}
          <div className="row end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" isBusy={create.isPending} disabled={mustProve}>
              Add
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}
