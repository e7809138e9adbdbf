import { api } from '../contract/calls/api.ts'
import type { Preferences } from '../contract/schemas/accounts.ts'
import { dayIn } from '../contract/time-zone.ts'
import type { Dependencies } from './dependencies.ts'

/** The user whose tasks the agent works on, as far as lists depend on it. */
interface Owner {
  /** The day where the user is. */
  today: string
  preferences: Preferences
  /** The name of the agent's token. */
  tokenName: string
}

export async function ownerOf({ call, clock }: Dependencies): Promise<Owner> {
  const { preferences, token } = await call(api.tokens.whoami, {})
  const today = dayIn(preferences, new Date(clock()))
  return { today, preferences, tokenName: token?.name ?? '' }
}
