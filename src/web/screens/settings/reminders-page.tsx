import { DigestSection } from './digest-section.tsx'
import { QuietSection } from './quiet-section.tsx'
import { WaysSection } from './ways-section.tsx'

export function RemindersPage() {
  return (
    <>
      <DigestSection />
      <QuietSection />
      <WaysSection />
    </>
  )
}
