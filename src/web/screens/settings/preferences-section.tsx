import '@mantine/core/styles/SimpleGrid.css'
import { NativeSelect, SimpleGrid } from '@mantine/core'
import type { Preferences } from '../../../contract/schemas/accounts.ts'
import { statuses } from '../../../contract/tasks.ts'
import { useSetPreferences } from '../../accounts/account.ts'
import { deviceTimeZone } from '../../accounts/device-time-zone.ts'
import { timeZones } from '../../accounts/time-zone.ts'
import { reportFailure } from '../../ui/failed.ts'
import { Section } from '../../ui/section.tsx'

type Choices = {
  [K in Exclude<keyof Preferences, 'timeZone'>]: { label: string; options: Record<Preferences[K], string> }
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
  sort: { label: 'Sort the dashboard by due date', options: { desc: 'Descending', asc: 'Ascending' } },
  filter: { label: 'Show on the dashboard', options: { '': 'All', ...byName } },
}

/** Each choice is saved at once. */
export function PreferencesSection({ preferences }: { preferences: Preferences }) {
  const save = useSetPreferences()
  const choose = (name: string, value: string) =>
    save.mutate(
      { [name]: value },
      { onError: (error) => reportFailure('Settings error', error, 'The setting was not saved. Please try again.') },
    )
  return (
    <Section title="Preferences" text="Saved at once, for all your devices.">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {Object.entries(choices).map(([name, { label, options }]) => (
          <NativeSelect
            key={name}
            label={label}
            value={preferences[name as keyof Choices]}
            onChange={(event) => choose(name, event.currentTarget.value)}
            data={Object.entries(options).map(([value, text]) => ({ value, label: text as string }))}
          />
        ))}
        <NativeSelect
          label="Time zone"
          value={preferences.timeZone}
          onChange={(event) => choose('timeZone', event.currentTarget.value)}
          data={zoneOptions(preferences.timeZone)}
        />
      </SimpleGrid>
    </Section>
  )
}

/** The zone of this device comes first: after a journey it is the one that people look for. */
function zoneOptions(chosen: string) {
  const device = deviceTimeZone()
  const items = timeZones(chosen, device).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
  const unknown = chosen ? [] : [{ value: '', label: 'Not set' }]
  const ofDevice = items.filter(({ value }) => value === device)
  const others = items.filter(({ value }) => value !== device)
  return [...unknown, { group: 'This device', items: ofDevice }, { group: 'All time zones', items: others }]
}
