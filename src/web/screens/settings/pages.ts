import type { ComponentType } from 'react'
import { settingsPath } from '../../navigation/paths.ts'

export interface SettingsPage {
  /** The last part of its address. */
  id: string
  name: string
  /** A sentence above its sections. */
  text: string
  load: () => Promise<ComponentType>
}

/** All pages of the settings, in the order of their list. Each is loaded when it is opened. */
export const settingsPages: readonly SettingsPage[] = [
  {
    id: 'preferences',
    name: 'Preferences',
    text: 'Saved at once, for all your devices.',
    load: async () => (await import('./preferences-page.tsx')).PreferencesPage,
  },
  {
    id: 'labels',
    name: 'Labels',
    text: 'The labels of all your tasks.',
    load: async () => (await import('./labels-section.tsx')).LabelsSection,
  },
  {
    id: 'reminders',
    name: 'Reminders',
    text: 'Saved at once, for all your devices.',
    load: async () => (await import('./reminders-page.tsx')).RemindersPage,
  },
  {
    id: 'security',
    name: 'Security',
    text: 'How you sign in, and recent attempts.',
    load: async () => (await import('./security-page.tsx')).SecurityPage,
  },
  {
    id: 'access',
    name: 'Agents and access',
    text: 'What programs and agents may do with your tasks.',
    load: async () => (await import('./access-page.tsx')).AccessPage,
  },
  {
    id: 'calendars',
    name: 'Calendars',
    text: 'Your meetings here, and your tasks in other calendar programs.',
    load: async () => (await import('./calendars-page.tsx')).CalendarsPage,
  },
  {
    id: 'shares',
    name: 'Shared links',
    text: 'What you show to people without an account.',
    load: async () => (await import('./shares-section.tsx')).SharesSection,
  },
  {
    id: 'webhooks',
    name: 'Webhooks',
    text: 'What Taskdeck and other programs tell each other.',
    load: async () => (await import('./webhooks-page.tsx')).WebhooksPage,
  },
  {
    id: 'issues',
    name: 'Issues',
    text: 'Issues of a forge as tasks.',
    load: async () => (await import('./issues-section.tsx')).IssuesSection,
  },
  {
    id: 'data',
    name: 'Your data',
    text: 'A copy of everything, and tasks of other programs.',
    load: async () => (await import('./data-section.tsx')).DataSection,
  },
  {
    id: 'delete-account',
    name: 'Delete account',
    text: 'This cannot be undone.',
    load: async () => (await import('./delete-section.tsx')).DeleteSection,
  },
]

export const addressOf = ({ id }: SettingsPage) => settingsPath(id)
