import { isPlainName } from './plain-names.ts'

/** The form of the tasks in a feed: all-day events on their due dates, or to-dos. */
export const calendarKinds = ['events', 'todos'] as const
export type CalendarKind = (typeof calendarKinds)[number]

export const calendarLimits = { name: 60, calendars: 20 } as const

/** Whether a text can be the name of a calendar. */
export const isCalendarName = (text: string) => isPlainName(text, calendarLimits.name)
