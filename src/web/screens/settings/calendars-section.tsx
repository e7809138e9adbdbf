import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarCalls } from '../../../contract/calls/calendars.ts'
import { call } from '../../../contract/client.ts'
import type { Calendar } from '../../../contract/schemas/calendars.ts'
import { timeAgo } from '../../../contract/time-ago.ts'
import { useIfProved } from '../../accounts/proof.tsx'
import { CalendarAddress } from '../../calendars/calendar-address.tsx'
import { kindNames } from '../../calendars/kind-names.ts'
import { NewCalendar } from '../../calendars/new-calendar.tsx'
import { calendarsQuery } from '../../calendars/queries.ts'
import { useSavedViews } from '../../saved-views/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import classes from './settings.module.css'

/** The calendars that other programs read: create, renew, revoke. */
export function CalendarsSection() {
  const client = useQueryClient()
  const ifProved = useIfProved()
  const { data: calendars, error, refetch } = useQuery(calendarsQuery)
  const views = useSavedViews()
  const [isCreating, setCreating] = useState(false)
  const onSettled = () => client.invalidateQueries({ queryKey: calendarsQuery.queryKey })
  const renew = useMutation({
    mutationFn: (id: string) => call(calendarCalls.renew, { params: { id } }),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => call(calendarCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError: (failure) => reportFailure('Settings error', failure),
    onSettled,
  })
  const askToRenew = async ({ id, name }: Calendar) => {
    const detail = `Programs that read ${name} at its old address get nothing more from it.`
    if (!(await confirm({ question: 'Make a new address?', detail, action: 'New address' }))) return
    void ifProved(() => renew.mutate(id), 'A calendar can be read until you revoke it.')
  }
  const askToRevoke = async ({ id, name }: Calendar) => {
    const detail = `Programs that read ${name} get nothing more from it.`
    if (await confirm({ question: 'Revoke this calendar?', detail, action: 'Revoke' })) revoke.mutate(id)
  }
  const shownTasks = ({ view }: Calendar) => {
    if (view === null) return 'all open tasks'
    const found = views?.find(({ id }) => id === view)
    return found ? `view ${found.name}` : views && 'its view was deleted, so it cannot be read'
  }
  return (
    <Section
      title="Your tasks elsewhere"
      text="Read your tasks in Google Calendar, Apple Calendar, Outlook or Thunderbird, at a private address."
    >
      {error && !calendars && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The calendars could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!calendars && !error && <Skeleton height={56} />}
      {calendars?.length === 0 && <p className="muted">No program reads your tasks yet.</p>}
      {calendars && calendars.length > 0 && (
        <Rows label="Calendars">
          {calendars.map((calendar) => (
            <li key={calendar.id} className={classes.entry}>
              <div className={classes.grow}>
                <p className="medium" dir="auto">
                  {calendar.name}
                </p>
                <p className="small muted">
                  {[kindNames[calendar.kind], shownTasks(calendar), readWords(calendar)].filter(Boolean).join(' · ')}
                </p>
              </div>
              <div className="row">
                <Button
                  className={classes.action}
                  variant="subtle"
                  size="small"
                  onClick={() => askToRenew(calendar)}
                  aria-label={`New address for ${calendar.name}`}
                >
                  New address
                </Button>
                <Button
                  className={classes.action}
                  variant="subtle"
                  tone="critical"
                  size="small"
                  onClick={() => askToRevoke(calendar)}
                  aria-label={`Revoke ${calendar.name}`}
                >
                  Revoke
                </Button>
              </div>
            </li>
          ))}
        </Rows>
      )}
      {calendars && (
        <Button className="at-start" variant="default" onClick={() => setCreating(true)}>
          New calendar
        </Button>
      )}
      {isCreating && <NewCalendar onClose={() => setCreating(false)} />}
      {renew.data && (
        <CalendarAddress name={renew.data.calendar.name} path={renew.data.path} onClose={() => renew.reset()} />
      )}
    </Section>
  )
}

const readWords = ({ readAt }: Calendar) => (readAt ? `last read ${timeAgo(readAt)}` : 'not read yet')
