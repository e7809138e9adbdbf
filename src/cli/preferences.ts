import { tokenCalls } from '../contract/calls/tokens.ts'
import type { Preferences } from '../contract/schemas/accounts.ts'
import type { Client } from './client.ts'

export type UsedPreferences = Pick<Preferences, 'dateStyle' | 'weekStart' | 'sort' | 'filter'>

/** The preferences of the user: how dates are read and written, and when a week begins. */
export const loadPreferences = async (client: Client): Promise<UsedPreferences> =>
  (await client.call(tokenCalls.whoami, {})).preferences

/** The preferences of a new user, for commands that do not depend on them. */
export const usualPreferences: UsedPreferences = {
  dateStyle: 'month-first',
  weekStart: 'monday',
  sort: 'asc',
  filter: '',
}
