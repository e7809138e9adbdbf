import { maxDayStart } from '../../../contract/accounts.ts'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { statuses } from '../../../contract/tasks.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { deviceTimeZone } from '../../accounts/device-time-zone.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { keepTimeZone } from '../../accounts/time-zone-question.ts'
import { timeZones } from '../../accounts/time-zones.ts'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type Choices = {
  [K in Exclude<keyof Preferences, 'timeZone' | 'proofRule' | 'dayStart' | 'quietHours' | 'digest'>]-?: {
    label: string
    options: Record<NonNullable<Preferences[K]>, string>
  }
}

const byName = Object.fromEntries(statuses.map((status) => [status, status])) as Record<
  (typeof statuses)[number],
  string
>

const choices: Choices = {
  theme: { label: 'Theme', options: { auto: 'Follow the system', light: 'Light', dark: 'Dark' } },
  dateStyle: {
    label: 'Dates',
    options: { 'month-first': 'Nov 12, 2026', 'day-first': '12 Nov 2026', iso: '2026-11-12' },
  },
  weekStart: { label: 'The week starts on', options: { monday: 'Monday', sunday: 'Sunday', saturday: 'Saturday' } },
  start: { label: 'Start with', options: { dashboard: 'Dashboard', today: 'Today' } },
  sort: { label: 'Sort the dashboard by due date', options: { desc: 'Descending', asc: 'Ascending' } },
  filter: { label: 'Status shown on the dashboard', options: { '': 'All', ...byName } },
}

/** The hours at which days may begin. */
const hours = Object.fromEntries(
  Array.from({ length: maxDayStart + 1 }, (_, hour) => [
    hour,
    hour ? `${String(hour).padStart(2, '0')}:00` : 'Midnight',
  ]),
)

/** Each choice is saved at once. */
export function PreferencesSection() {
  const { preferences } = useSignedIn()
  const save = useSetPreferences()
  const choose = (name: string, value: string | number) =>
    save.mutate(
      { [name]: value },
      { onError: (error) => reportFailure('Settings error', error, 'The setting was not saved. Please try again.') },
    )
  return (
    <Section title="Preferences" text="How Taskdeck looks, and how it counts days.">
      <div className="columns-2">
        {Object.entries(choices).map(([name, { label, options }]) => (
          <SelectField
            key={name}
            label={label}
            value={preferences[name as keyof Choices] ?? 'dashboard'}
            onChange={(event) => choose(name, event.currentTarget.value)}
            options={options}
          />
        ))}
        <SelectField
          label="Time zone"
          value={preferences.timeZone}
          onChange={({ currentTarget: { value } }) => {
            keepTimeZone(value)
            choose('timeZone', value)
          }}
        >
          <ZoneOptions chosen={preferences.timeZone} />
        </SelectField>
        <SelectField
          label="A day begins at"
          value={String(preferences.dayStart ?? 0)}
          onChange={(event) => choose('dayStart', Number(event.currentTarget.value))}
          options={hours}
        />
      </div>
    </Section>
  )
}

/** The zone of this device comes first: after a journey it is the one that people look for. */
function ZoneOptions({ chosen }: { chosen: string }) {
  const device = deviceTimeZone()
  const zones = timeZones(chosen, device)
  const option = (zone: string) => (
    <option key={zone} value={zone}>
      {zone.replaceAll('_', ' ')}
    </option>
  )
  return (
    <>
      {!chosen && <option value="">Not set</option>}
      <optgroup label="This device">{zones.filter((zone) => zone === device).map(option)}</optgroup>
      <optgroup label="All time zones">{zones.filter((zone) => zone !== device).map(option)}</optgroup>
    </>
  )
}
