import { useMutation, useQueryClient } from '@tanstack/react-query'
import { issueSourceCalls } from '../../contract/calls/issue-sources.ts'
import { call } from '../../contract/client.ts'
import type { IssueSource } from '../../contract/schemas/issue-sources.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { issueSourcesQuery } from './queries.ts'
import { SourceForm, type SourceValues } from './source-form.tsx'

/** Changes which issues of a repository become tasks, and its token. */
export function EditSource({ source, onClose }: { source: IssueSource; onClose: () => void }) {
  const client = useQueryClient()
  const update = useMutation({
    mutationFn: ({ token, choice, label, account, writes }: SourceValues) => {
      const isSame = choice === source.choice && account.trim() === (source.account ?? '')
      const chosen =
        choice === 'label' ? { label: label.trim() } : account.trim() && !isSame ? { account: account.trim() } : {}
      const body = { choice, ...chosen, writes, ...(token.trim() ? { token: token.trim() } : {}) }
      return call(issueSourceCalls.update, { params: { id: source.id }, body })
    },
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The repository was not changed. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: issueSourcesQuery.queryKey }),
  })
  const { forge, address, choice, writes } = source
  const initial = {
    forge,
    address,
    choice,
    writes,
    token: '',
    label: source.label ?? '',
    account: source.account ?? '',
  }
  return (
    <SourceForm
      title={`Edit ${source.repository}`}
      action="Save"
      initial={initial}
      isKnown
      isPending={update.isPending}
      onSubmit={update.mutate}
      onClose={onClose}
    />
  )
}
