import { AccessSection } from './access-section.tsx'
import { AgentsSection } from './agents-section.tsx'

export function AccessPage() {
  return (
    <>
      <AccessSection />
      <AgentsSection />
    </>
  )
}
