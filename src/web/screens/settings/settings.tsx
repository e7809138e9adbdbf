import { useGoogleProblem } from '../../accounts/google-problem.ts'
import { useSignedIn } from '../../accounts/signed-in.ts'
import { Page } from '../../ui/page.tsx'
import { AccessSection } from './access-section.tsx'
import { AgentsSection } from './agents-section.tsx'
import { CalendarsSection } from './calendars-section.tsx'
import { DataSection } from './data-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { LabelsSection } from './labels-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

export function Settings() {
  const { preferences } = useSignedIn()
  useGoogleProblem()
  return (
    <Page title="Settings">
      <PreferencesSection preferences={preferences} />
      <LabelsSection />
      <DeviceSection />
      <SessionsSection />
      <AccessSection />
      <AgentsSection preferences={preferences} />
      <CalendarsSection />
      <WebhooksSection dateStyle={preferences.dateStyle} />
      <DataSection />
      <DeleteSection />
    </Page>
  )
}
