import { QuietSection } from './quiet-section.tsx'
import { WaysSection } from './ways-section.tsx'

export function RemindersPage() {
  return (
    <>
      <QuietSection />
      <WaysSection />
    </>
  )
}
