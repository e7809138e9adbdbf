import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { issueSourceCalls } from '../../../contract/calls/issue-sources.ts'
import { call } from '../../../contract/client.ts'
import type { IssueSource } from '../../../contract/schemas/issue-sources.ts'
import { EditSource } from '../../issue-sources/edit-source.tsx'
import { NewSource } from '../../issue-sources/new-source.tsx'
import { issueSourcesQuery } from '../../issue-sources/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { IssueSourceRow, type SourceActions } from './issue-source-row.tsx'

const calls = {
  sync: issueSourceCalls.sync,
  pause: issueSourceCalls.pause,
  resume: issueSourceCalls.resume,
  disconnect: issueSourceCalls.remove,
}

/** The repositories whose issues are tasks: connect, sync, pause, edit, disconnect. */
export function IssuesSection() {
  const client = useQueryClient()
  const { data: sources, error, refetch } = useQuery(issueSourcesQuery)
  const [isConnecting, setConnecting] = useState(false)
  const [edited, setEdited] = useState<IssueSource>()
  const act = useMutation({
    mutationFn: async ({ id, action }: { id: string; action: keyof typeof calls }): Promise<{ message: string }> =>
      call(calls[action], { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: issueSourcesQuery.queryKey }),
  })
  const actions: SourceActions = {
    sync: ({ id }) => act.mutate({ id, action: 'sync' }),
    pause: ({ id }) => act.mutate({ id, action: 'pause' }),
    resume: ({ id }) => act.mutate({ id, action: 'resume' }),
    edit: setEdited,
    async disconnect({ id, repository }) {
      const detail = 'Its tasks stay, and no longer follow their issues. The token is deleted.'
      if (await confirm({ question: `Disconnect ${repository}?`, detail, action: 'Disconnect' }))
        act.mutate({ id, action: 'disconnect' })
    },
  }
  return (
    <Section
      title="Repositories"
      text="Issues of GitHub, GitLab, Gitea or Forgejo become tasks, and are kept up to date every 15 minutes. Closing one there completes it here."
    >
      {error && !sources && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The repositories could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!sources && !error && <Skeleton height={56} />}
      {sources?.length === 0 && <p className="muted">No repository is connected yet.</p>}
      {sources && sources.length > 0 && (
        <Rows label="Repositories">
          {sources.map((source) => (
            <IssueSourceRow key={source.id} source={source} actions={actions} />
          ))}
        </Rows>
      )}
      {sources && (
        <Button className="at-start" variant="default" onClick={() => setConnecting(true)}>
          Connect a repository
        </Button>
      )}
      {isConnecting && <NewSource onClose={() => setConnecting(false)} />}
      {edited && <EditSource source={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}
