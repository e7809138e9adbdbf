import type { CalendarKind } from '../../contract/calendars.ts'

export const kindNames: Record<CalendarKind, string> = { events: 'All-day events', todos: 'To-dos' }
