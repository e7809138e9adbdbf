import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tokenCalls } from '../../contract/calls/tokens.ts'
import { CallError, call } from '../../contract/client.ts'
import { type Scope, scopes } from '../../contract/endpoint.ts'
import { plainNameWords } from '../../contract/plain-names.ts'
import { serverNow } from '../../contract/server-clock.ts'
import { isTokenName, tokenLimits } from '../../contract/tokens.ts'
import { accountQuery, mustProveElsewhere } from '../accounts/account.ts'
import { ProveElsewhere, useIfProved } from '../accounts/proof.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { reportFailure } from '../ui/failed.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useForm } from '../ui/use-form.ts'
import { dayProblem, expiryOf, type Lifetime, lifetimes } from './expiry.ts'
import { MadeToken } from './made-token.tsx'
import { tokensQuery } from './queries.ts'
import { ScopeChoice } from './scope-choice.tsx'

interface Choices {
  name: string
  scope: Scope
  lifetime: Lifetime
}

interface NewTokenProps {
  /** The values that the form begins with. */
  initial?: Choices
  /** A name that fits. */
  example?: string
  onClose: () => void
}

const usual: Choices = { name: '', scope: 'read', lifetime: '90' }

/** Makes a token, and then shows it. */
export function NewToken({ initial = usual, example = 'laptop-cli', onClose }: NewTokenProps) {
  const [made, setMade] = useState<{ name: string; token: string }>()
  return made ? (
    <Dialog title={`Token ${made.name}`} centered onClose={onClose}>
      <MadeToken token={made.token} onDone={onClose} />
    </Dialog>
  ) : (
    <Dialog title="New token" centered onClose={onClose}>
      <NewTokenForm initial={initial} example={example} onMade={setMade} onCancel={onClose} />
    </Dialog>
  )
}

interface Props extends Required<Pick<NewTokenProps, 'initial' | 'example'>> {
  onMade: (made: { name: string; token: string }) => void
  onCancel: () => void
}

const nameProblem = (name: string) =>
  name.trim() ? `The name must ${plainNameWords(tokenLimits.name)}.` : 'Please enter a name.'

function NewTokenForm({ initial, example, onMade, onCancel }: Props) {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: account } = useQuery(accountQuery)
  const mustProve = mustProveElsewhere(account)
  const form = useForm({
    initialValues: { ...initial, day: '' },
    validate: {
      name: (name) => (isTokenName(name) ? null : nameProblem(name)),
      day: (day, { lifetime }) => (lifetime === 'day' ? dayProblem(day, serverNow()) : null),
    },
  })
  const create = useMutation({
    mutationFn: ({ name, scope, lifetime, day }: typeof form.values) => {
      const expiresAt = expiryOf(lifetime, day, serverNow())
      return call(tokenCalls.create, { body: { name, scope, ...(expiresAt ? { expiresAt } : {}) } })
    },
    meta: { failure: 'Settings error' },
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: tokensQuery.queryKey })
      onMade(made)
    },
    onError: (error) => {
      if (error instanceof CallError && error.code === 'conflict') form.refuse('name', error.message)
      else reportFailure('Settings error', error, 'No token was made. Please try again.')
    },
  })
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => void ifProved(() => create.mutate(values), 'A token works until it expires or you revoke it.'),
      )}
    >
      <div className="stack">
        <TextField
          label="Name"
          hint={`The history names it: You via ${example}.`}
          placeholder={example}
          autoComplete="off"
          autoCapitalize="none"
          data-autofocus
          {...form.field('name')}
        />
        <ScopeChoice scopes={scopes} chosen={form.values.scope} onChoice={(scope) => form.set('scope', scope)} />
        <SelectField label="Expires" options={lifetimes} {...form.field('lifetime')} />
        {form.values.lifetime === 'day' && <TextField type="date" label="Last day" {...form.field('day')} />}
        {mustProve && <ProveElsewhere purpose="prove" then="make a token" />}
        <div className="row end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isBusy={create.isPending} disabled={mustProve}>
            Make token
          </Button>
        </div>
      </div>
    </form>
  )
}
