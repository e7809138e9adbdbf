import { useId } from 'react'
import { digestDays } from '../../../contract/mail.ts'
import { weekdayNames } from '../../../contract/repeat-words.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { useSendsMail } from '../../accounts/signups.ts'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './digest-section.module.css'

type Digest = NonNullable<Preferences['digest']>

const usual: Digest = { isOn: false, at: '08:00', days: [1, 2, 3, 4, 5] }

/** When the digest comes by mail. Saved at once. Absent on a server that sends no mail. */
export function DigestSection() {
  const { user, preferences } = useSignedIn()
  const save = useSetPreferences()
  const sendsMail = useSendsMail()
  const id = useId()
  if (!sendsMail) return null
  const { timeZone, digest = usual } = preferences
  const choose = (change: Partial<Digest>) =>
    save.mutate(
      { digest: { ...digest, ...change } },
      { onError: (error) => reportFailure('Settings error', error, 'The setting was not saved. Please try again.') },
    )
  const toggle = (day: number) => {
    const days = digest.days.includes(day) ? digest.days.filter((one) => one !== day) : [...digest.days, day].sort()
    // To get none at all, there is the box above.
    if (days.length) choose({ days })
  }
  return (
    <Section
      title="Daily digest"
      text="What is due, what needs you and what comes back, in one mail. Nothing to say, no mail."
    >
      <div className="row nowrap">
        <Switch id={id} checked={digest.isOn} onChange={() => choose({ isOn: !digest.isOn })} />
        <label htmlFor={id}>Send a digest to {user.email}</label>
      </div>
      {digest.isOn && (
        <div className={`stack ${classes.details}`}>
          <div className={classes.time}>
            <TextField
              label="At"
              type="time"
              className="mono"
              required
              defaultValue={digest.at}
              key={digest.at}
              onBlur={({ currentTarget: { value } }) => value && value !== digest.at && choose({ at: value })}
            />
            <span className="muted">{timeZone || 'UTC'}</span>
          </div>
          <fieldset className={classes.days}>
            <legend>On</legend>
            {digestDays.map((day) => {
              const name = weekdayNames[day - 1] ?? ''
              return (
                <button
                  key={day}
                  type="button"
                  title={name}
                  aria-pressed={digest.days.includes(day)}
                  onClick={() => toggle(day)}
                >
                  {name.slice(0, 2)}
                </button>
              )
            })}
          </fieldset>
        </div>
      )}
    </Section>
  )
}
