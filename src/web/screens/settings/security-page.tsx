import { CodesSection } from './codes-section.tsx'
import { EventsSection } from './events-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function SecurityPage() {
  return (
    <>
      <PasskeysSection />
      <CodesSection />
      <ProvidersSection />
      <SessionsSection />
      <EventsSection />
    </>
  )
}
