import { useId } from 'react'
import { keepSession } from '../../accounts/kept-session.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { stopKeeping } from '../../deck/current-deck.ts'
import { setKept, useKept } from '../../deck/kept.ts'
import { alertNote } from '../../ui/alerts.tsx'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { LeftTasks } from '../../waiting/left-tasks.tsx'
import classes from './settings.module.css'

const stayed = (count: number) =>
  `Your tasks are deleted from this device. ${count === 1 ? 'One unsent change of another user stays' : `${count} unsent changes of other users stay`} until they sign in here.`

/** Chooses whether this browser keeps the tasks. */
export function DeviceSection() {
  const { user } = useSignedIn()
  const isKept = useKept()
  const detail = useId()
  const choose = async (isWanted: boolean) => {
    try {
      setKept(isWanted)
      if (isWanted) return
      keepSession(undefined)
      const left = await stopKeeping(user._id)
      if (left) alertNote(stayed(left))
    } catch (error) {
      reportFailure('Storage error', error, 'Your choice could not be carried out on this device. Please try again.')
    }
  }
  return (
    <Section title="Offline" text="Applies to this browser only.">
      <label className="check-row medium">
        <input
          type="checkbox"
          checked={isKept}
          onChange={(event) => choose(event.currentTarget.checked)}
          aria-describedby={detail}
        />
        Keep my tasks on this device
      </label>
      <p id={detail} className={classes.detail}>
        They appear at once and without a network, and changes wait here until the server can be reached. Signing out
        deletes them. Turn this off on a computer that others use.
      </p>
      <LeftTasks owner={user._id} />
    </Section>
  )
}
