import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meetingCalls } from '../../contract/calls/meetings.ts'
import { call } from '../../contract/client.ts'
import type { MeetingCalendar } from '../../contract/schemas/meetings.ts'
import { refreshSettings } from '../live/live-queries.ts'
import { alertDone } from '../ui/alerts.tsx'
import { reportFailure } from '../ui/failed.ts'
import { type MeetingCalendarValues, MeetingForm } from './meeting-form.tsx'

interface Props {
  /** The calendar to change; absent for a new one. */
  calendar?: MeetingCalendar
  onClose: () => void
}

/** Adds a calendar of others, or changes one. */
export function EditMeetings({ calendar, onClose }: Props) {
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: ({ address, ...rest }: MeetingCalendarValues) =>
      calendar
        ? call(meetingCalls.update, {
            params: { id: calendar.id },
            body: { ...rest, ...(address ? { address } : {}) },
          })
        : call(meetingCalls.add, { body: { ...rest, address } }),
    meta: { failure: 'Settings error' },
    onSuccess: ({ message }) => {
      alertDone(message)
      onClose()
    },
    onError: (error) => reportFailure('Settings error', error, 'The calendar was not saved. Please try again.'),
    onSettled: () => refreshSettings(client),
  })
  return (
    <MeetingForm
      title={calendar ? 'Edit calendar' : 'Add a calendar'}
      action={calendar ? 'Save' : 'Add calendar'}
      {...(calendar ? { calendar } : {})}
      isPending={save.isPending}
      onSubmit={save.mutate}
      onClose={onClose}
    />
  )
}
