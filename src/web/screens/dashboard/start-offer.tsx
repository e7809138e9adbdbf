import { useNavigate } from 'react-router'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { paths } from '../../navigation/paths.ts'
import { reportFailure } from '../../ui/failed.ts'
import classes from './start-offer.module.css'

/** Offers to start with Today instead of the dashboard. Shown until the user has answered, on whatever device. */
export function StartOffer() {
  const navigate = useNavigate()
  const { mutateAsync } = useSetPreferences()
  /** An answer removes the offer at once, so its failure is reported from here. */
  const choose = (start: NonNullable<Preferences['start']>) =>
    mutateAsync({ start }).catch((error: unknown) =>
      reportFailure('Settings error', error, 'The setting was not saved. Please try again.'),
    )
  return (
    <p className={classes.offer}>
      <span>Start the day on Today: the tasks to do now, and the decisions that wait for you.</span>
      <button
        type="button"
        onClick={() => {
          void choose('today')
          void navigate(paths.today)
        }}
      >
        Start on Today
      </button>
      <button type="button" onClick={() => void choose('dashboard')}>
        Not now
      </button>
    </p>
  )
}
