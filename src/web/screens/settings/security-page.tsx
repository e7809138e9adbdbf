import { CodesSection } from './codes-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

export function SecurityPage() {
  return (
    <>
      <CodesSection />
      <SessionsSection />
    </>
  )
}
