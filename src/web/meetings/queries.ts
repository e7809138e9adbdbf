import { queryOptions } from '@tanstack/react-query'
import { meetingCalls } from '../../contract/calls/meetings.ts'
import { CallError, call, isTemporary } from '../../contract/client.ts'
import type { Meeting } from '../../contract/meetings.ts'
import type { MeetingCalendar } from '../../contract/schemas/meetings.ts'
import { keepOffline, keptOffline } from '../deck/current-deck.ts'
import { settingsKey } from '../live/live-queries.ts'

/** A calendar of others with its meetings. */
interface Loaded {
  calendar: MeetingCalendar
  version: number
  meetings: Meeting[]
}

/** The calendars of others that the user has added, without their meetings. */
export const meetingCalendarsQuery = queryOptions({
  queryKey: [settingsKey, 'meeting calendars'],
  queryFn: async ({ signal }) => (await call(meetingCalls.list, {}, { signal })).calendars,
  // They are read at any time.
  staleTime: 0,
})

const keptName = 'meetings'

/** The meetings of the last visit, for the time until they are loaded, and without the server. */
export const keptMeetingsQuery = queryOptions({
  queryKey: ['kept meetings'],
  queryFn: async () => (await keptOffline<Loaded[]>(keptName)) ?? [],
  networkMode: 'always',
  staleTime: Number.POSITIVE_INFINITY,
})

/** The calendars of others with their meetings. Only those that have changed are loaded again. */
export const meetingsQuery = queryOptions({
  queryKey: [settingsKey, keptName],
  queryFn: async ({ signal, client, queryKey }): Promise<Loaded[]> => {
    const known = client.getQueryData<Loaded[]>(queryKey) ?? []
    const { calendars } = await call(meetingCalls.list, {}, { signal })
    const loaded = await Promise.all(
      calendars.map(async (calendar): Promise<Loaded[]> => {
        const same = known.find((one) => one.calendar.id === calendar.id && one.version === calendar.version)
        if (same) return [{ ...same, calendar }]
        try {
          const params = { id: calendar.id }
          return [{ calendar, ...(await call(meetingCalls.meetings, { params }, { signal })) }]
        } catch (error) {
          // It was removed meanwhile.
          if (error instanceof CallError && !isTemporary(error)) return []
          throw error
        }
      }),
    )
    keepOffline(keptName, loaded.flat())
    return loaded.flat()
  },
  staleTime: 30_000,
})
