import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { LabelColour } from '../../contract/labels.ts'
import {
  type FreeTime,
  freeTime,
  type LocalMeeting,
  localMeetings,
  type Meeting,
  type MeetingOnDay,
} from '../../contract/meetings.ts'
import { useSignedIn } from '../accounts/signed-in.ts'
import { useNow } from '../tasks/today.ts'
import { keptMeetingsQuery, meetingsQuery } from './queries.ts'

/** A meeting with the calendar that it is from. */
export interface ShownMeeting extends Meeting {
  calendar: string
  colour: LabelColour | null
}
export type ShownOnDay = MeetingOnDay<ShownMeeting>

/** The meetings of all calendars of others, as the user's clock shows them, and whether the user has such a calendar. */
export function useMeetings(): { meetings: LocalMeeting<ShownMeeting>[]; hasCalendars: boolean } {
  const { timeZone } = useSignedIn().preferences
  const { data: kept } = useQuery(keptMeetingsQuery)
  const { data: loaded = kept } = useQuery(meetingsQuery)
  return useMemo(() => {
    const all = (loaded ?? []).flatMap(({ calendar: { name, colour }, meetings }) =>
      meetings.map((one): ShownMeeting => ({ ...one, calendar: name, colour })),
    )
    return { meetings: localMeetings(all, timeZone), hasCalendars: Boolean(loaded?.length) }
  }, [loaded, timeZone])
}

/** The time before the next meeting of today. */
export function useFreeTime(meetings: readonly LocalMeeting[]): FreeTime | undefined {
  const { timeZone } = useSignedIn().preferences
  const now = useNow()
  return useMemo(
    () =>
      freeTime(
        meetings.map(({ meeting }) => meeting),
        new Date(now),
        timeZone,
      ),
    [meetings, now, timeZone],
  )
}
