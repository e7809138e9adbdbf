import { AccessSection } from './access-section.tsx'
import { AgentsSection } from './agents-section.tsx'
import { CaldavSection } from './caldav-section.tsx'

export function AccessPage() {
  return (
    <>
      <AccessSection />
      <AgentsSection />
      <CaldavSection />
    </>
  )
}
