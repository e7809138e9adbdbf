import { useMutation, useQueryClient } from '@tanstack/react-query'
import { issueSourceCalls } from '../../contract/calls/issue-sources.ts'
import { call } from '../../contract/client.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { issueSourcesQuery } from './queries.ts'
import { SourceForm, type SourceValues } from './source-form.tsx'

const nothing: SourceValues = {
  ...{ forge: 'github', address: '', token: '', choice: 'assigned' },
  ...{ label: '', account: '', writes: false },
}

/** Connects a repository. Its issues are read at once. */
export function NewSource({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const create = useMutation({
    mutationFn: ({ label, account, ...values }: SourceValues) => {
      const chosen =
        values.choice === 'label' ? { label: label.trim() } : account.trim() ? { account: account.trim() } : {}
      return call(issueSourceCalls.create, { body: { ...values, ...chosen } })
    },
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The repository was not connected. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: issueSourcesQuery.queryKey }),
  })
  return (
    <SourceForm
      title="Connect a repository"
      action="Connect"
      initial={nothing}
      isPending={create.isPending}
      onSubmit={create.mutate}
      onClose={onClose}
    />
  )
}
