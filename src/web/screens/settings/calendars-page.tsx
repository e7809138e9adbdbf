import { CalendarsSection } from './calendars-section.tsx'
import { MeetingsSection } from './meetings-section.tsx'

export function CalendarsPage() {
  return (
    <>
      <MeetingsSection />
      <CalendarsSection />
    </>
  )
}
