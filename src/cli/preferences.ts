import { countedDay } from '../contract/calendar-day.ts'
import { tokenCalls } from '../contract/calls/tokens.ts'
import type { Reading } from '../contract/quick-add/days-in-words.ts'
import type { Preferences } from '../contract/schemas/accounts.ts'
import type { Client } from './client.ts'

export type UsedPreferences = Pick<Preferences, 'dateStyle' | 'weekStart' | 'sort' | 'filter' | 'dayStart'>

/** The preferences of the user: how dates are read and written, and when days and weeks begin. */
export const loadPreferences = async (client: Client): Promise<UsedPreferences> =>
  (await client.call(tokenCalls.whoami, {})).preferences

/** The day on this machine, which begins at the hour of the user. */
export const todayOf = ({ dayStart = 0 }: UsedPreferences, now: Date): string => countedDay(now, dayStart)

/** How words for days and times are read. */
export const readingOf = (preferences: UsedPreferences, now: Date): Reading => ({
  dateStyle: preferences.dateStyle,
  now: new Date(`${todayOf(preferences, now)}T12:00`),
  clock: now.toTimeString().slice(0, 5),
})

/** The preferences of a new user, for commands that do not depend on them. */
export const usualPreferences: UsedPreferences = {
  dateStyle: 'month-first',
  weekStart: 'monday',
  sort: 'asc',
  filter: '',
}
