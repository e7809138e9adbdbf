import { accountCalls } from '../../../contract/calls/accounts.ts'
import { AnchorButton } from '../../ui/button.tsx'
import { Section } from '../../ui/section.tsx'

export function DataSection() {
  return (
    <Section title="Your data" text="Everything that this server stores about you, in one JSON file.">
      <AnchorButton className="at-start" href={accountCalls.exportAll.path} download variant="default">
        Download everything
      </AnchorButton>
    </Section>
  )
}
