import { Button } from '@mantine/core'
import { accountCalls } from '../../../contract/calls/accounts.ts'
import { Section } from '../../ui/section.tsx'
import classes from './settings.module.css'

export function DataSection() {
  return (
    <Section title="Your data" text="Everything that this server stores about you, in one JSON file.">
      <Button component="a" href={accountCalls.exportAll.path} download variant="default" className={classes.start}>
        Download everything
      </Button>
    </Section>
  )
}
