import { api } from '../contract/calls/api.ts'
import type { Preferences } from '../contract/schemas/accounts.ts'
import { dayIn } from '../contract/time-zone.ts'
import type { Dependencies } from './dependencies.ts'

/** The user whose tasks the agent works on, as far as lists depend on it. */
interface Owner {
  /** The day where the user is. */
  today: string
  preferences: Preferences
}

export async function ownerOf({ call, clock }: Dependencies): Promise<Owner> {
  const { preferences } = await call(api.tokens.whoami, {})
  return { today: dayIn(preferences.timeZone, new Date(clock())), preferences }
}
