import { useEffect } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { isTimeZone } from '../../contract/time-zone.ts'
import { useSetPreferences } from './account.ts'
import { deviceTimeZone } from './device-time-zone.ts'

/** Saves the time zone of this device for a user who has none yet. If that fails, the next page load tries again. */
export function useDetectTimeZone({ timeZone }: Preferences) {
  const { mutate } = useSetPreferences()
  useEffect(() => {
    // Asking the browser for it takes longer than rendering a screen.
    const detected = timeZone ? '' : deviceTimeZone()
    if (detected) mutate({ timeZone: detected })
  }, [timeZone, mutate])
}

/** All time zones by name, with those that must be among them. */
export function timeZones(...needed: string[]): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...needed.filter(isTimeZone)])].sort()
}
