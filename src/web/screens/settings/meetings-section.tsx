import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meetingCalls } from '../../../contract/calls/meetings.ts'
import { call } from '../../../contract/client.ts'
import type { MeetingCalendar } from '../../../contract/schemas/meetings.ts'
import { refreshSettings } from '../../live/live-queries.ts'
import { EditMeetings } from '../../meetings/edit-meetings.tsx'
import { meetingCalendarsQuery } from '../../meetings/queries.ts'
import { alertDone } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { messageOf, reportFailure } from '../../ui/failed.ts'
import { Rows } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type MeetingActions, MeetingCalendarRow } from './meeting-calendar-row.tsx'

/** The calendars of others whose meetings are shown: add, edit, read again, remove. */
export function MeetingsSection() {
  const client = useQueryClient()
  const { data: calendars, error, refetch } = useQuery(meetingCalendarsQuery)
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<MeetingCalendar>()
  const onSettled = () => refreshSettings(client)
  const onError = (failure: Error) => reportFailure('Calendar error', failure)
  const read = useMutation({
    mutationFn: (id: string) => call(meetingCalls.read, { params: { id } }),
    onSuccess: ({ message }) => {
      if (message.startsWith('Read')) alertDone(message)
      else reportFailure('Calendar error', new Error(message), message)
    },
    onError,
    onSettled,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(meetingCalls.remove, { params: { id } }),
    onSuccess: ({ message }) => alertDone(message),
    onError,
    onSettled,
  })
  const actions: MeetingActions = {
    read: ({ id }) => read.mutate(id),
    edit: setEdited,
    async remove({ id, name }) {
      const detail = `The meetings of ${name} are no longer shown. To add it again, you need its address.`
      if (await confirm({ question: 'Remove this calendar?', detail, action: 'Remove' })) remove.mutate(id)
    },
  }
  return (
    <Section
      title="Calendars of others"
      text="See your meetings beside your tasks. Taskdeck reads a calendar every 15 minutes, and changes nothing in it."
    >
      {error && !calendars && (
        <div className="row wide">
          <p className="muted">{messageOf(error, 'The calendars of others could not be loaded.')}</p>
          <Button variant="default" onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!calendars && !error && <Skeleton height={56} />}
      {calendars?.length === 0 && <p className="muted">No meetings are shown yet.</p>}
      {calendars && calendars.length > 0 && (
        <Rows label="Calendars of others">
          {calendars.map((calendar) => (
            <MeetingCalendarRow
              key={calendar.id}
              calendar={calendar}
              isReading={read.isPending && read.variables === calendar.id}
              actions={actions}
            />
          ))}
        </Rows>
      )}
      {calendars && (
        <Button className="at-start" variant="default" onClick={() => setAdding(true)}>
          Add a calendar
        </Button>
      )}
      {isAdding && <EditMeetings onClose={() => setAdding(false)} />}
      {edited && <EditMeetings calendar={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  )
}
