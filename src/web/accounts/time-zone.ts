import { useEffect } from 'react'
import type { Preferences } from '../../contract/schemas/accounts.ts'
import { reportFailure } from '../ui/failed.ts'
import { useSetPreferences } from './account.ts'
import { deviceTimeZone } from './device-time-zone.ts'

const notSaved = 'The time zone was not saved. Please try again.'

/**
 * Saves the time zone of this device for a user who has none yet. If that fails, the next page load tries again. If it is another one than that
 * of the account, as on a journey, asks which one counts.
 */
export function useTimeZone({ timeZone }: Preferences) {
  const { mutate } = useSetPreferences()
  useEffect(() => {
    // Asking the browser for it takes longer than rendering a screen.
    const detected = deviceTimeZone()
    if (!detected || detected === timeZone) return
    if (!timeZone) return mutate({ timeZone: detected })
    const set = () =>
      mutate({ timeZone: detected }, { onError: (error) => reportFailure('Settings error', error, notSaved) })
    import('./time-zone-question.ts').then(
      ({ askTimeZone }) => askTimeZone(timeZone, detected, set),
      // The next page load asks.
      () => {},
    )
  }, [timeZone, mutate])
}
