import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import controls from '../../ui/controls.module.css'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import classes from './reminders.module.css'

type QuietHours = NonNullable<Preferences['quietHours']>

const usual: QuietHours = { isOn: false, from: '20:00', to: '07:30', isQuietAtWeekends: false }

/** The hours in which nothing arrives. Saved at once. */
export function QuietSection() {
  const { preferences } = useSignedIn()
  const save = useSetPreferences()
  const quiet = preferences.quietHours ?? usual
  const set = (change: Partial<QuietHours>) =>
    save.mutate(
      { quietHours: { ...quiet, ...change } },
      { onError: (error) => reportFailure('Settings error', error, 'The setting was not saved. Please try again.') },
    )
  // A field that was cleared has no time.
  const setTime = ({ currentTarget: { name, value, defaultValue } }: { currentTarget: HTMLInputElement }) =>
    value && value !== defaultValue && set({ [name]: value })
  return (
    <Section title="Quiet hours" text="Nothing arrives. Messages that waited arrive as one at the end.">
      <div className={classes.quiet}>
        <Switch
          aria-label="Quiet hours"
          checked={quiet.isOn}
          onChange={(event) => set({ isOn: event.currentTarget.checked })}
        />
        <TextField
          type="time"
          aria-label="From"
          defaultValue={quiet.from}
          key={`from ${quiet.from}`}
          name="from"
          onBlur={setTime}
          disabled={!quiet.isOn}
        />
        <span className="muted">to</span>
        <TextField
          type="time"
          aria-label="Until"
          defaultValue={quiet.to}
          key={`to ${quiet.to}`}
          name="to"
          onBlur={setTime}
          disabled={!quiet.isOn}
        />
        <label className="row nowrap">
          <input
            type="checkbox"
            className={controls.checkbox}
            checked={quiet.isQuietAtWeekends}
            onChange={(event) => set({ isQuietAtWeekends: event.currentTarget.checked })}
            disabled={!quiet.isOn}
          />
          and all weekend
        </label>
      </div>
      <p className="small muted">By the clock in {preferences.timeZone.replaceAll('_', ' ') || 'UTC'}.</p>
    </Section>
  )
}
