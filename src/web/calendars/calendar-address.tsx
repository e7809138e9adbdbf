import { Button } from '../ui/button.tsx'
import { CopiedValue } from '../ui/copied-value.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface Props {
  name: string
  path: string
  onClose: () => void
}

/** Shows the address of a calendar, once. */
export function CalendarAddress({ name, path, onClose }: Props) {
  return (
    <Dialog title={`Calendar ${name}`} size="lg" onClose={onClose}>
      <p className="below-16">
        Copy the address now: it is not shown again. Everyone with this address can read these tasks, so treat it like a
        password.
      </p>
      <CopiedValue label="Address" value={new URL(path, location.origin).href} />
      <p className="above-16 muted">
        In your calendar program, subscribe to it: “From URL” in Google Calendar, “New Calendar Subscription” in Apple
        Calendar, “Subscribe from web” in Outlook, “New Calendar, On the Network” in Thunderbird.
      </p>
      <div className="row above-24 end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  )
}
