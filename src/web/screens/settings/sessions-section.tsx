import '@mantine/core/styles/Badge.css'
import { Badge, Button, Group, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { Session } from '../../../contract/schemas/accounts.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { sessionsQuery } from '../../accounts/account.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { DeviceIcon } from '../../ui/more-icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
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
      text="The devices on which you are signed in. If you do not recognise one, sign it out and change your password."
    >
      {error && !data && (
        <Group>
          <Text c="dimmed">{messageOf(error, 'The list could not be loaded.')}</Text>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </Group>
      )}
      {!data && !error && <Skeleton height={56} />}
      {data && (
        <Rows label="Signed-in devices">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />
          ))}
        </Rows>
      )}
      {others.length > 1 && (
        <Button variant="default" className={classes.start} onClick={() => end.mutate(null)} loading={end.isPending}>
          Sign out all other devices
        </Button>
      )}
    </Section>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  return (
    <li className={classes.session}>
      <DeviceIcon />
      <div className={classes.grow}>
        <Text fw={500}>{session.device}</Text>
        <Text size="xs" c="dimmed" className="mono">
          {session.current ? 'now' : `last seen ${timeAgo(session.seenAt)}`}
        </Text>
      </div>
      {session.current ? (
        <Badge variant="light">This device</Badge>
      ) : (
        <Button variant="subtle" color="red" size="xs" onClick={onEnd} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
