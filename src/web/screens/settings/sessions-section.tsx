import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { Session } from '../../../contract/schemas/accounts.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { sessionsQuery } from '../../accounts/account.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { DeviceIcon } from '../../ui/more-icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

export function SessionsSection() {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: (id: string | null) =>
      id === null ? call(accountCalls.endOtherSessions) : call(accountCalls.endSession, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
  const others = data?.sessions.filter((session) => !session.current) ?? []
  return (
    <Section
      title="Sessions"
      text="Where you are signed in. If you do not recognise one, sign it out and change your password."
      action={
        others.length > 1 && (
          <Button
            variant="default"
            tone="critical"
            size="small"
            onClick={() => end.mutate(null)}
            isBusy={end.isPending}
          >
            Sign out everywhere else
          </Button>
        )
      }
    >
      {error && !data && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The list could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data && !error && <Skeleton height={56} />}
      {data && (
        <Rows label="Signed-in devices">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
          ))}
        </Rows>
      )}
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className={classes.session}>
      <DeviceIcon />
      <div className={classes.grow}>
        <p className="medium">{session.device}</p>
        <p className="small muted mono">{session.current ? 'now' : `last seen ${timeAgo(session.seenAt)}`}</p>
      </div>
      {session.current ? (
        <span className="badge">This device</span>
      ) : (
        <Button
          className={classes.action}
          variant="default"
          size="small"
          onClick={onEnd}
          aria-label={`Sign out ${session.device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
