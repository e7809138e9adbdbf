import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { call } from '../../../contract/client.ts'
import type { ShownSecurityEvent } from '../../../contract/schemas/security-events.ts'
import { type EventMark, eventDays, eventWords } from '../../../contract/security-events.ts'
import { eventsQuery } from '../../accounts/security-events.ts'
import { paths } from '../../navigation/paths.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { WarningIcon } from '../../ui/more-icons.tsx'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './events-section.module.css'

const marks: Record<EventMark, string> = {
  'new browser': 'new browser',
  'many failures': 'many failures',
  'possible copy': 'possible copy',
}

/** Sign-ins, failures and changes of access, and the way out if one of them was somebody else. */
export function EventsSection() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(eventsQuery)
  const notMe = useMutation({
    mutationFn: () => call(accountCalls.endEverythingElse),
    onSuccess: async ({ message }) => {
      await navigate(paths.profile, { state: { newPassword: true } })
      alertDone(message)
      void client.invalidateQueries()
    },
    onError: (failure) => reportFailure('Settings error', failure),
  })
  const ask = async () => {
    const detail =
      'Every other device is signed out, every token is revoked, and your passkeys are removed, unless you have no other way to sign in. You stay signed in here, and set a new password next.'
    if (await confirm({ question: 'Was somebody else in your account?', detail, action: 'End all other access' })) {
      notMe.mutate()
    }
  }
  const events = data?.pages.flatMap((page) => page.events)
  return (
    <Section
      title="Recent events"
      text={`Kept for ${eventDays} days.`}
      action={
        <Button variant="default" tone="critical" size="small" isBusy={notMe.isPending} onClick={ask}>
          This was not me
        </Button>
      }
    >
      {error && !events && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The events could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!events && !error && <Skeleton height={144} />}
      {events?.length === 0 && <p className="muted">Nothing has happened in these {eventDays} days.</p>}
      {events && events.length > 0 && (
        <Rows label="Recent events">
          {events.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </Rows>
      )}
      {hasNextPage && (
        <Button
          className="at-start"
          variant="default"
          size="small"
          isBusy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show older events
        </Button>
      )}
    </Section>
  )
}

function EventRow({ event }: { event: ShownSecurityEvent }) {
  const { at, mark, address } = event
  return (
    <li className={classes.event}>
      <time className={`small muted mono ${classes.time}`} dateTime={at}>
        {shortTime(new Date(at), new Date())}
      </time>
      <span className={`small ${mark ? classes.unusual : classes.words}`}>
        {mark && <WarningIcon size={16} />}
        <span dir="auto">
          {eventWords(event)}
          {mark && `, ${marks[mark]}`}
        </span>
      </span>
      <span className={`small muted ${classes.address}`}>{address}</span>
    </li>
  )
}

/** Today with its name, other days with their date. */
function shortTime(at: Date, now: Date): string {
  const time = at.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
  const isToday = at.toDateString() === now.toDateString()
  return `${isToday ? 'today' : at.toLocaleDateString(undefined, { month: 'short', day: 'numeric' })}, ${time}`
}
