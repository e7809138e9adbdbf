import { DeviceSection } from './device-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'

export function PreferencesPage() {
  return (
    <>
      <PreferencesSection />
      <DeviceSection />
    </>
  )
}
