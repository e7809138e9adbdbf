import { OutgoingSection } from './outgoing-section.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

export function WebhooksPage() {
  return (
    <>
      <OutgoingSection />
      <WebhooksSection />
    </>
  )
}
